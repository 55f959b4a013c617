import {
  GetAccountEvents,
  GetMemberExports,
  GetStaffMember,
  GetStaffMembers,
  GetStaffNetworks,
  type GetAccountEventsQuery,
  type GetAccountEventsQueryVariables,
  type GetStaffMemberQuery,
  type GetStaffMembersQueryVariables,
} from '#api/operations.ts'
import { ACCOUNT_EVENTS_PAGE, STAFF_MEMBERS_PAGE } from '#shared/staff-members.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type StaffMember = NonNullable<GetStaffMemberQuery['staff_member']>
export type AccountEvent = GetAccountEventsQuery['account_events']['items'][number]
type Topic = GetAccountEventsQueryVariables['topic']

export interface MemberSearch {
  search: string
  state: string
  network: string
}
export const staffMembersQuery = ({ search, state, network }: MemberSearch, offset: number) =>
  operationQuery(
    GetStaffMembers,
    {
      search: search.trim() || null,
      state: (state || null) as GetStaffMembersQueryVariables['state'],
      peer_network_id: network === '' ? null : Number(network),
      offset,
      limit: STAFF_MEMBERS_PAGE,
    },
    { staleTime: 0 },
  )
export const staffMemberQuery = (id: number) => operationQuery(GetStaffMember, { id }, { staleTime: 0 })
export const accountEventsQuery = (id: number, topic: Topic, offset: number) =>
  operationQuery(GetAccountEvents, { user_id: id, topic, offset, limit: ACCOUNT_EVENTS_PAGE }, { staleTime: 0 })
/** What is shown of an account, with all pages of its timeline. */
export const accountKeys = (id: number) => [staffMemberQuery(id).queryKey, [GetAccountEvents.name]]
export const memberExportsQuery = operationQuery(GetMemberExports, {}, { staleTime: 0 })
export const networksQuery = operationQuery(GetStaffNetworks, {})

/** "full access", "on trial": the state of an account, shown next to a name. */
export const accountWords = ({ is_staff, current_state }: { is_staff: boolean; current_state: string }) =>
  is_staff ? 'staff' : current_state === 'trial' ? 'on trial' : current_state
