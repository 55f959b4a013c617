import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const analyticsPersonalData: PersonalData = [
  describe(
    'analytics_events',
    {
      ...each('occurred_at key data', copied('activity', 'nobody')),
      ...each('insert_id user_id received_at metadata abtests session invite_code', leftOut(ID)),
    },
    { order: 'x.occurred_at' },
  ),
]
