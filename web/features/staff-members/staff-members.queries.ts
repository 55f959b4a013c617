import { GetStaffMember, GetStaffMembers, type GetStaffMemberQuery } from '#api/operations.ts'
import { STAFF_MEMBERS_PAGE } from '#shared/staff-members.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type StaffMember = NonNullable<GetStaffMemberQuery['staff_member']>

export const staffMembersQuery = (search: string, offset: number) =>
  operationQuery(
    GetStaffMembers,
    { search: search.trim() || null, offset, limit: STAFF_MEMBERS_PAGE },
    { staleTime: 0 },
  )
export const staffMemberQuery = (id: number) => operationQuery(GetStaffMember, { id }, { staleTime: 0 })

/** "full access", "on trial": the state of an account, shown next to a name. */
export const accountWords = ({ is_staff, current_state }: { is_staff: boolean; current_state: string }) =>
  is_staff ? 'staff' : current_state === 'trial' ? 'on trial' : current_state
