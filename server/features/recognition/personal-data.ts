import { BY_STAFF, copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const recognitionPersonalData: PersonalData = [
  describe('user_badges', {
    ...each('badge_id public date_earned withdrawn_at', copied('badges', 'members')),
    ...each('user_id has_been_displayed_publicly', leftOut(ID)),
    ...each('awarded_by withdrawn_by', leftOut(BY_STAFF, 'staff')),
  }),
  describe(
    'community_titles',
    {
      ...each('label rank expiration_date status offered_at answered_at withdrawn_at', copied('titles', 'members')),
      ...each('id user_id', leftOut(ID)),
      ...each('offered_by withdrawn_by', leftOut(BY_STAFF, 'staff')),
    },
    { order: 'x.id' },
  ),
]
