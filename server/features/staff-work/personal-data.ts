import { BY_STAFF, describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const workPersonalData: PersonalData = [
  describe('work_assignments', {
    ...each('kind item_id user_id assigned_at', leftOut(BY_STAFF, 'staff')),
    assigned_by: { export: false, because: BY_STAFF, erase: 'null', of: 'assigned_by', visibleTo: 'staff' },
  }),
]
