import { BY_STAFF, describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const staffMemberPersonalData: PersonalData = [
  describe(
    'suspensions',
    each('id user_id reason until suspended_at suspended_by ended_at ended_by', leftOut(BY_STAFF, 'staff')),
  ),
]
