import { BY_STAFF, describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const approvalPersonalData: PersonalData = [
  describe(
    'approvals',
    {
      ...each(
        'id operation variables reason asked_by asked_at expires_at state decided_at done_at failure',
        leftOut(BY_STAFF, 'staff'),
      ),
      decided_by: { export: false, because: BY_STAFF, erase: 'null', of: 'decided_by', visibleTo: 'staff' },
    },
    { owner: 'asked_by' },
  ),
]
