/** Statements of the two-person rule. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isAccountHolder } from '#server/platform/session/account-states.ts'

export const spendApproval = statement(
  'spend-approval',
  { id: 'bigint', operation: 'text' },
  (p) => sql`
    update approvals set state = 'done', done_at = now()
    where id = ${p.id} and operation = ${p.operation} and state = 'approved' returning id`,
)
/** Somebody else who can sign in and may approve. */
export const selectApprovers = statement(
  'select-approvers',
  { userId: 'bigint' },
  (p) => sql`
    select u.id, u.email::text as email from users u
    where u.id <> ${p.userId} and u.is_staff and ${isAccountHolder(sql`u`)} and exists (
      select from staff_grants g where g.user_id = u.id and g.role = 'owner' and g.network_id is null and g.ended_at is null
        and coalesce(g.until > now(), true))
    order by u.id limit 20`,
)
