/**
 * Appeals against rejections. Moderators read them with the name that the post shows, so the author of an anonymous post
 * stays unknown; the author reads their own.
 */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { inThread } from '../moderation.access.ts'

export const appeals = checkedRelations({
  filed_appeals: sql`
    select a.id, a.message_id, a.thread_id, a.text, a.created_at, a.decided_at, a.decided_by, a.is_overturned,
      a.rejected_by = ${viewer.id} as is_own_rejection, t.topic, m.sender_id as author_id, m.parsed_body as body, m.is_private,
      case when m.is_original_message then 'thread' else 'message' end as item_type,
      case when m.is_original_message then m.thread_id else m.id end as item_id
    from appeals a join messages m on m.id = a.message_id join threads t on t.id = a.thread_id
    where ${inThread(sql`a.thread_id`)}`,
  own_appeals: sql`select a.* from appeals a where a.user_id = ${viewer.id}`,
})
