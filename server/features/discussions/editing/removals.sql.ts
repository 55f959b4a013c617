/** Statements of removing. What may be removed is selected like what may be edited. */
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { removals } from './removals.access.ts'

/** The thread from which the viewer has removed this message before. */
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

/** A reply on its way holds the thread's row, so after this it is there to be seen. */
export const lockThread = { name: 'lock-thread', text: 'select from threads where id = $1 for update' }

export const removeThreadRow = {
  name: 'remove-thread',
  text: `
    update threads t set removed_at = now(), removed_by = $2, removed_reason = $3 where t.id = $1 and t.removed_at is null
      and ($4 or not exists (
        select from messages m where m.thread_id = t.id and not m.is_original_message and m.removed_at is null))
    returning t.id`,
}
