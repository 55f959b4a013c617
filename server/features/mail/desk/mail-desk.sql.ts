import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export interface HeldMail {
  id: number
  reason: string
  user_id: number
}
/** Locked: of two decisions at once, one counts. */
export const lockHeld = statement(
  'lock-held-mail',
  { id: 'bigint' },
  (p) => sql`select id, reason, user_id from inbound_mails where id = ${p.id} and state = 'held' for update`,
)
export const markRejected = statement(
  'mark-rejected-mail',
  { id: 'bigint', explanation: 'text' },
  (
    p,
  ) => sql`update inbound_mails set state = 'not_posted', reason = 'refused', explanation = ${p.explanation}, decided_at = now()
    where id = ${p.id} and state = 'held'`,
)
