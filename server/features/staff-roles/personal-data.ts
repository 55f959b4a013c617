import { BY_STAFF, describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const staffRolePersonalData: PersonalData = [
  describe('staff_grants', {
    ...each('id user_id role network_id granted_at until ended_at', leftOut(BY_STAFF, 'staff')),
    granted_by: { export: false, because: BY_STAFF, erase: 'null', of: 'granted_by', visibleTo: 'staff' },
    ended_by: { export: false, because: BY_STAFF, erase: 'null', of: 'ended_by', visibleTo: 'staff' },
  }),
]
