/** A member's activity, which selects the content of their home page. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

/** The number of the viewer's latest posts that determine the areas they answer in. */
const WEIGHED_POSTS = 100

export const home = checkedRelations({
  /** Threads the viewer has opened, hidden, or taken part in. */
  own_views: sql`select v.thread_id, v.viewed_at from viewer_threads v where v.user_id = ${viewer.id}`,
  own_hidden: sql`select h.thread_id from hidden_threads h where h.user_id = ${viewer.id}`,
  own_marks: sql`select r.user_id, r.read_at from reading_marks r where r.user_id = ${viewer.id}`,
  own_posts: sql`
    select m.thread_id, m.order_date from messages m where m.sender_id = ${viewer.id} and m.removed_at is null
    order by m.order_date desc, m.id desc limit ${WEIGHED_POSTS}`,
  /** Replies of the viewer in discussions of others. */
  given_answers: sql`
    select m.id, m.order_date from messages m join thread_feed f on f.thread_id = m.thread_id
    where m.sender_id = ${viewer.id} and m.removed_at is null and not m.is_original_message and f.author_id <> ${viewer.id}`,
  /** Members who agreed with replies of the viewer. */
  thanks_received: sql`
    select l.user_id, l.created_at from likes l join messages m on m.id = l.entity_id
    where l.entity_type = 'message' and l.sentiment and m.sender_id = ${viewer.id} and m.removed_at is null
      and not m.is_original_message and l.user_id <> ${viewer.id}`,
  /** Members who replied publicly to the viewer's threads. */
  answerers: sql`
    select m.sender_id, max(m.order_date) as answered_at
    from thread_feed f join messages m on m.thread_id = f.thread_id
    where f.author_id = ${viewer.id} and f.pub_date > now() - interval '1 year' and m.visible and not m.is_private
      and not m.is_original_message
    group by m.sender_id`,
  /** Members with full access who share one of the viewer's current networks. */
  neighbours: sql`
    select u.id, u.city, u.date_joined from users u
    where u.id <> ${viewer.id} and ${isCountedMember(sql`u`)} and not u.is_staff
      and exists (
        select from peer_network_memberships m join peer_network_memberships w on w.peer_network_id = m.peer_network_id
        where m.user_id = u.id and w.user_id = ${viewer.id} and m.peer_network_id = any(${viewer.networks}))`,
})
