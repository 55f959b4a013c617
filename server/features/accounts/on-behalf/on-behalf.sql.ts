import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Staff have made sure who asks, so that only the new mailbox must still confirm. */
export const vouchForOldAddress = statement(
  'vouch-for-old-address',
  { id: 'bigint' },
  (p) => sql`update email_changes set old_confirmed_at = now() where id = ${p.id}`,
)
