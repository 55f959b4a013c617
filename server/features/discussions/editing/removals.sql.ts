/** Statements for removals. They use the same selection as edits to find what can be removed. */
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { removals } from './removals.access.ts'

/** The thread from which the viewer removed this message earlier. */
export const selectRemoved = (messageId: number) => sql`
  select r.thread_id from ${removals.own_removals} r join ${readable.threads} f on f.thread_id = r.thread_id
  where r.message_id = ${new Parameter('message', 'bigint', () => messageId)}`

export const removeReply = {
  name: 'remove-reply',
  text: `
    with gone as (
      update messages set removed_at = now(), removed_by = $2 where id = $1 and removed_at is null
      returning id, thread_id, sender_id)
    insert into message_removals (message_id, thread_id, by_author, reason)
    select id, thread_id, sender_id = $2, $3 from gone returning message_id`,
}

/** A reply in progress holds the lock on the thread's row, so after this lock it is visible. */
export const lockThread = { name: 'lock-thread', text: 'select from threads where id = $1 for update' }

export const removeThreadRow = {
  name: 'remove-thread',
  text: `
    update threads t set removed_at = now(), removed_by = $2, removed_reason = $3 where t.id = $1 and t.removed_at is null
      and ($4 or not exists (
        select from messages m where m.thread_id = t.id and not m.is_original_message and m.removed_at is null))
    returning t.id`,
}
