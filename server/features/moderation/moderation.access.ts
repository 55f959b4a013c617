/** What staff can read of moderation, and the small part that an author can read. */
import { checkedRelations, sql, viewer, may, mayIn, type Sql } from '#server/platform/graph/sql.ts'
import { CLAIM_MINUTES } from '#shared/moderation.ts'

/** Moderators of a network see what was posted there, also where it was posted in others as well. */
export const inThread = (id: Sql) =>
  mayIn('moderation', sql`array(select w.peer_network_id from thread_peer_networks w where w.thread_id = ${id})`)

const holds = sql`q.claimed_at > now() - ${CLAIM_MINUTES} * interval '1 minute'`

export const review = checkedRelations({
  /** One row for staff, none for others: all other staff reads start here. */
  desk: sql`select ${viewer.id} as staff_id where 'moderation' = any(${viewer.permissions})`,
  queue: sql`
    select q.item_type, q.item_id, q.thread_id, q.waiting_since, t.topic, t.thread_type, m.sender_id as author_id,
      case when ${holds} then q.claimed_by end as claimed_by_id, case when ${holds} then q.claimed_at end as claimed_at,
      m.parsed_body as body, m.edited_at, m.is_private, m.message_replied_id, m.is_original_message,
      case when m.is_original_message then t.source else m.source end as source,
      case when m.is_original_message then t.approved or (not t.processed and t.source = 'web') else m.visible end as visible,
      left(t.cleaned_body, 400) as thread_excerpt
    from moderation_queue q join threads t on t.id = q.thread_id
    -- Two lookups: a condition with a choice in it is answered by no index.
    join lateral (
      select i.* from messages i where q.item_type = 'message' and i.id = q.item_id
      union all select o.* from messages o where q.item_type <> 'message' and o.thread_id = q.thread_id and o.is_original_message) m on true
    where ${inThread(sql`q.thread_id`)}`,
  places: sql`select p.* from thread_peer_networks p where ${mayIn('moderation', sql`array[p.peer_network_id]`)}`,
  contexts: sql`
    select m.id, left(m.cleaned_body, 240) as excerpt, m.sender_id from messages m
    where ${inThread(sql`m.thread_id`)} and m.removed_at is null and not m.is_original_message`,
  decisions: sql`select d.* from moderation_decisions d where ${inThread(sql`d.thread_id`)}`,
  security_events: sql`select e.* from security_events e where ${may('system')}`,
  /** Readable for the staff members who have logged that they looked. */
  revealed: sql`
    select a.message_id, a.user_id from anonymous_messages a
    where ${inThread(sql`a.thread_id`)} and exists (
      select from moderation_decisions d where d.decision = 'revealed' and d.item_type = 'message'
        and d.item_id = a.message_id and d.actor_id = ${viewer.id})`,
  /** Only for the author. */
  rejections: sql`
    select d.id, d.item_type, d.item_id, coalesce(d.reason, '') as reason, d.at from moderation_decisions d
    where d.decision = 'rejected' and exists (
      select from messages m
      where m.id = case when d.item_type = 'message' then d.item_id
          else (select o.id from messages o where o.thread_id = d.item_id and o.is_original_message) end
        and (m.sender_id = ${viewer.id} or exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = ${viewer.id})))`,
})
