/** Likes: readable for everyone who can read the liked message. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'

export const likes = checkedRelations({
  own_likes: sql`
    select l.entity_id as message_id, l.sentiment from likes l where l.entity_type = 'message' and l.user_id = ${viewer.id}`,
  /**
   * Likes on messages that the viewer can read. On private messages only the viewer's own, so that no list reveals
   * private messages.
   */
  agreements: sql`
    select l.id, l.user_id, l.created_at, l.entity_id as message_id, m.thread_id, m.is_original_message
    from likes l join users u on u.id = l.user_id and not u.suspended join ${readable.messages} m on m.id = l.entity_id
    where l.entity_type = 'message' and l.sentiment and (not m.is_private or l.user_id = ${viewer.id})`,
})
