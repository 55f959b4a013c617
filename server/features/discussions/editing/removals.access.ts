/**
 * Placeholders for removed replies: readable for members who could read the reply and can read an answer to it. The
 * removed text is not readable.
 */
import { uncheckedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { mayReadMessage, mayReadThread } from '#server/features/discussions/threads/discussions.access.ts'

const places = sql`
  select g.id, g.thread_id, g.message_replied_id, g.pub_date, g.order_date, g.is_private, r.by_author as removed_by_author
  from message_removals r join messages g on g.id = r.message_id
  where (not g.is_private or ${viewer.id} = any(g.private_reader_ids) or ${may('moderation')})
    and exists (
      select from messages m where m.thread_id = g.thread_id and m.message_replied_id = g.id and ${mayReadMessage})`

export const removals = uncheckedRelations({
  removed_messages: {
    rows: places,
    wall: sql`${places} and exists (select from thread_feed f where f.thread_id = g.thread_id and ${mayReadThread})`,
  },
  /** What the viewer removed, so that a repeated request succeeds. */
  own_removals: sql`
    select g.id as message_id, g.thread_id from messages g where g.removed_at is not null and (
      g.removed_by = ${viewer.id} or (g.removed_by = ${ANONYMOUS_USER_ID} and exists (
        select from anonymous_messages a where a.message_id = g.id and a.user_id = ${viewer.id})))`,
})
