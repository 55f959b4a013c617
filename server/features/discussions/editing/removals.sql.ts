/** Statements for removals. They use the same selection as edits to find what can be removed. */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { removals } from './removals.access.ts'

/** The thread from which the viewer removed this message earlier. */
export const selectRemoved = (messageId: number) => sql`
  select r.thread_id from ${removals.own_removals} r join ${readable.threads} f on f.thread_id = r.thread_id
  where r.message_id = ${new Parameter('message', 'bigint', () => messageId)}`

export const removeReply = statement(
  'remove-reply',
  { messageId: 'bigint', removedBy: 'bigint', reason: 'text' },
  (p) => sql`
    with gone as (
      update messages set removed_at = now(), removed_by = ${p.removedBy} where id = ${p.messageId} and removed_at is null
      returning id, thread_id, sender_id)
    insert into message_removals (message_id, thread_id, by_author, reason)
    select id, thread_id, sender_id = ${p.removedBy}, ${p.reason} from gone returning message_id`,
)

/** A reply in progress holds the lock on the thread's row, so after this lock it is visible. */
export const lockThread = statement(
  'lock-thread',
  { threadId: 'bigint' },
  (p) => sql`select from threads where id = ${p.threadId} for update`,
)

export const removeThreadRow = statement(
  'remove-thread',
  { threadId: 'bigint', removedBy: 'bigint', reason: 'text', isByStaff: 'boolean' },
  (p) => sql`
    update threads t set removed_at = now(), removed_by = ${p.removedBy}, removed_reason = ${p.reason} where t.id = ${p.threadId} and t.removed_at is null
      and (${p.isByStaff} or not exists (
        select from messages m where m.thread_id = t.id and not m.is_original_message and m.removed_at is null))
    returning t.id`,
)
