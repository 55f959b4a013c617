/** Statements for a member's reading state. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const hideThread = statement(
  'hide-thread',
  { userId: 'bigint', threadId: 'bigint' },
  (p) =>
    sql`insert into hidden_threads (user_id, thread_id) values (${p.userId}, ${p.threadId}) on conflict do nothing`,
)
export const unhideThread = statement(
  'unhide-thread',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`delete from hidden_threads where user_id = ${p.userId} and thread_id = ${p.threadId}`,
)
export const markAllRead = statement(
  'mark-all-read',
  { userId: 'bigint' },
  (p) => sql`insert into reading_marks as r (user_id, read_at) values (${p.userId}, now())
    on conflict (user_id) do update set read_at_before = r.read_at, read_at = now()`,
)
export const undoMarkAllRead = statement(
  'undo-mark-all-read',
  { userId: 'bigint' },
  (p) => sql`update reading_marks set read_at = read_at_before, read_at_before = null where user_id = ${p.userId}`,
)
