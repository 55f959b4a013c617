/** Statements for roles of staff. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isAccountHolder } from '#server/platform/session/account-states.ts'

export interface HeldRole {
  id: number
  user_id: number
  role: string
  network_id: number | null
}

/** Owners for all networks, locked until the transaction ends: of two who end each other's role, one remains. */
export const lockOwners = statement(
  'lock-owners',
  {},
  () => sql`
    select u.id from users u where u.is_staff and ${isAccountHolder(sql`u`)} and exists (
      select from staff_grants g where g.user_id = u.id and g.role = 'owner' and g.network_id is null and g.ended_at is null
        and coalesce(g.until > now(), true))
    order by u.id for update`,
)
export const selectHolder = statement(
  'select-role-holder',
  { email: 'citext' },
  (p) => sql`select u.id from users u where u.email = ${p.email} and ${isAccountHolder(sql`u`)}`,
)
export const selectRoleNetwork = statement(
  'select-role-network',
  { id: 'bigint' },
  (p) => sql`select display_name from peer_networks where id = ${p.id}`,
)
export const upsertRole = statement(
  'upsert-role',
  { userId: 'bigint', role: 'text', networkId: 'bigint', until: 'timestamptz', grantedBy: 'bigint' },
  (p) => sql`
    insert into staff_grants (user_id, role, network_id, until, granted_by)
    values (${p.userId}, ${p.role}, ${p.networkId}, ${p.until}, ${p.grantedBy})
    on conflict (user_id, role, coalesce(network_id, 0)) where ended_at is null
    do update set until = excluded.until, granted_by = excluded.granted_by, granted_at = now()
    returning id`,
)
export const lockRole = statement(
  'lock-role',
  { id: 'bigint' },
  (p) => sql`select id, user_id, role, network_id from staff_grants where id = ${p.id} and ended_at is null for update`,
)
export const endRole = statement(
  'end-role',
  { id: 'bigint', endedBy: 'bigint' },
  (p) => sql`update staff_grants set ended_at = now(), ended_by = ${p.endedBy} where id = ${p.id}`,
)
export const endDueRoles = statement(
  'end-due-roles',
  {},
  () => sql`
    update staff_grants set ended_at = now() where ended_at is null and until <= now()
    returning id, user_id, role, network_id`,
)
