/** Statements for assignments. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const upsertAssignment = statement(
  'upsert-work-assignment',
  { kind: 'text', itemId: 'bigint', userId: 'bigint', assignedBy: 'bigint' },
  (p) => sql`
    insert into work_assignments (kind, item_id, user_id, assigned_by) values (${p.kind}, ${p.itemId}, ${p.userId}, ${p.assignedBy})
    on conflict (kind, item_id) do update set user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = now()`,
)
export const deleteAssignment = statement(
  'delete-work-assignment',
  { kind: 'text', itemId: 'bigint' },
  (p) => sql`delete from work_assignments where kind = ${p.kind} and item_id = ${p.itemId}`,
)
/** Whether a role of the account has the permission, in any network. */
export const selectColleague = statement(
  'select-work-colleague',
  { userId: 'bigint', roles: 'text[]' },
  (p) => sql`
    select g.user_id from staff_grants g join users u on u.id = g.user_id and u.is_staff and not u.suspended
    where g.user_id = ${p.userId} and g.ended_at is null and coalesce(g.until > now(), true) and g.role = any(${p.roles}) limit 1`,
)
export const sweepAssignments = statement(
  'sweep-work-assignments',
  {},
  () => sql`delete from work_assignments where assigned_at < now() - interval '90 days'`,
)
