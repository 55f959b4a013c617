import { BY_STAFF, describe, each, ID, kept, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const staffMemberPersonalData: PersonalData = [
  describe(
    'suspensions',
    each('id user_id reason until suspended_at suspended_by ended_at ended_by', leftOut(BY_STAFF, 'staff')),
    { merge: 'move' },
  ),
  describe(
    'member_exports',
    each('id asked_by peer_network_id account_state created_at expires_at', leftOut(BY_STAFF, 'staff')),
    { owner: 'asked_by' },
  ),
  describe(
    'member_merges',
    {
      ...each('from_id into_id merged_by merged_at', kept(BY_STAFF, 'staff')),
      imported_as: {
        export: false,
        because: 'the address of an imported author, so that the next archive finds the member',
        erase: 'null',
        visibleTo: 'nobody',
      },
    },
    { owner: 'into_id', order: 'x.merged_at', merge: 'stay' },
  ),
  describe('impersonations', {
    ...each('id user_id session_id until notified_at', leftOut(ID, 'staff')),
    ...each('reason started_at ended_at', leftOut('in the email that the member gets', 'staff')),
    staff_id: { export: false, because: BY_STAFF, erase: 'null', of: 'staff_id', visibleTo: 'staff' },
  }),
  describe(
    'staff_notes',
    {
      ...each('body created_at', leftOut('notes of staff for other staff', 'staff')),
      ...each('id user_id', leftOut(ID, 'staff')),
      author_id: { export: false, because: BY_STAFF, erase: 'null', of: 'author_id', visibleTo: 'staff' },
    },
    { merge: 'move' },
  ),
]
