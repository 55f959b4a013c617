/** Statements for requests of a second person. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export interface ApprovalRow {
  id: number
  operation: string
  variables: Record<string, unknown>
  reason: string
  asked_by: number
  state: string
  expired: boolean
}

/** The same request, while it waits, is one request. */
export const selectWaiting = statement(
  'select-waiting-approval',
  { askedBy: 'bigint', operation: 'text', variables: 'jsonb' },
  (p) => sql`
    select id from approvals where asked_by = ${p.askedBy} and operation = ${p.operation} and variables = ${p.variables}
      and state = 'waiting' and expires_at > now()`,
)
export const insertApproval = statement(
  'insert-approval',
  { askedBy: 'bigint', operation: 'text', variables: 'jsonb', reason: 'text' },
  (p) => sql`
    insert into approvals (asked_by, operation, variables, reason)
    values (${p.askedBy}, ${p.operation}, ${p.variables}, ${p.reason}) returning id`,
)
export const lockApproval = statement(
  'lock-approval',
  { id: 'bigint' },
  (p) => sql`
    select id, operation, variables, reason, asked_by, state, expires_at <= now() as expired from approvals
    where id = ${p.id} for update`,
)
export const decide = statement(
  'decide-approval',
  { id: 'bigint', state: 'text', decidedBy: 'bigint' },
  (p) => sql`
    update approvals set state = ${p.state}, decided_by = ${p.decidedBy}, decided_at = now() where id = ${p.id}`,
)
/** The operation found nothing left to change, so it did not spend the approval itself. */
export const settleApproval = statement(
  'settle-approval',
  { id: 'bigint' },
  (p) => sql`update approvals set state = 'done', done_at = now() where id = ${p.id} and state = 'approved'`,
)
export const failApproval = statement(
  'fail-approval',
  { id: 'bigint', failure: 'text' },
  (p) => sql`update approvals set state = 'failed', failure = ${p.failure} where id = ${p.id} and state = 'approved'`,
)
