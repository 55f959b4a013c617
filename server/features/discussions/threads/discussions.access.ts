/**
 * The access rules of discussions; defined only here. A thread is readable for viewers who hold one of its channels,
 * its author and staff. A private message is readable for the readers fixed at its creation, and for staff.
 */
import { uncheckedRelations, checkedRelations, sql, viewer, type Sql, may } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export const mayReadThread = sql`(
  (f.visible and exists (select from feed_entries e where e.thread_id = f.thread_id and e.channel = any(${viewer.channels})))
  or ((f.author_id = ${viewer.id} or (f.author_id = ${ANONYMOUS_USER_ID} and exists (
      select from anonymous_messages a where a.thread_id = f.thread_id and a.user_id = ${viewer.id} and a.is_opening))) and exists (select from threads o where o.id = f.thread_id and o.removed_at is null))
  or ${may('moderation')})`

// The second half is evaluated only for anonymous messages.
const isSender = sql`(m.sender_id = ${viewer.id} or (m.sender_id = ${ANONYMOUS_USER_ID} and exists (
  select from anonymous_messages a where a.message_id = m.id and a.user_id = ${viewer.id})))`
const shown = sql`(m.visible or (${isSender} and m.moderation_processed is not null and m.removed_at is null))`
export const mayReadMessage = sql`${shown} and (not m.is_private or ${viewer.id} = any(m.private_reader_ids) or ${may('moderation')})`
export const ofReadableThread = sql`exists (select from thread_feed f where f.thread_id = m.thread_id and ${mayReadThread})`
/**
 * With the tags and top replies as the JSON that the feed answers, and with the body. PostgreSQL drops the joins where a
 * statement uses none of them.
 */
const card = sql`
  select f.*, f.thread_id as id, c.geographies as stored_geographies, c.areas_of_expertise as stored_areas_of_expertise,
    c.peer_networks as stored_peer_networks, c.top_replies as stored_top_replies,
    b.cleaned_body, b.cleaned_html, b.text_is_wrapping, b.mod_date, b.closed_at
  from thread_feed f left join thread_cards c on c.thread_id = f.thread_id left join threads b on b.id = f.thread_id`
const isListed = sql`(f.channels && ${viewer.channels} or f.author_id = ${viewer.id})`
const message = sql`select m.*, (m.moderation_processed is false and ${isSender}) as awaiting_review from messages m`

export const ofReadableMessage = (id: Sql) =>
  sql`exists (select from messages m where m.id = ${id} and ${mayReadMessage} and ${ofReadableThread})`
const likes = sql`
  select l.entity_id as message_id, l.user_id, l.sentiment, l.id from likes l join users u on u.id = l.user_id and not u.suspended
  where l.entity_type = 'message'`
const ofMessage = (rows: Sql) => ({ rows, wall: sql`${rows} where ${ofReadableMessage(sql`x.message_id`)}` })

export const readable = checkedRelations({
  /** Feed entries in order; read per network so that the index provides the order. */
  entries: sql`select e.* from feed_entries e where e.channel = any(${viewer.channels})`,
  threads: sql`${card} where ${mayReadThread}`,
  /** What the feed may list, decided from the row alone, which keeps searches over many threads fast. */
  listed: sql`${card} where f.visible and ${isListed}`,
  /** The same, as narrow rows with only the columns that filters use. */
  listed_facts: sql`select f.* from feed_facts f where ${isListed}`,
  messages: sql`${message} where ${mayReadMessage} and ${ofReadableThread}`,
  views: sql`select v.* from viewer_threads v where v.user_id = ${viewer.id}`,
  /** In how many messages of the viewer’s channels a word occurs. A message in two channels counts twice. */
  lexemes: sql`select w.lexeme, w.documents from search_channel_words w where w.channel = any(${viewer.channels})`,
  audiences: sql`select a.* from audiences a where a.channels && ${viewer.channels}`,
})

/** Whether the viewer can read a post under this member's name; anonymous posts do not count. */
export const isReadAuthor = (memberId: Sql) => sql`exists (
  select from messages m where m.sender_id = ${memberId} and ${mayReadMessage} and ${ofReadableThread})`

/** For threads and messages that are already known to be readable. */
export const reachedFrom = uncheckedRelations({
  cards: { rows: card, wall: sql`${card} where ${mayReadThread}` },
  bodies: {
    rows: sql`select t.* from threads t`,
    wall: sql`select t.* from threads t where exists (select from thread_feed f where f.thread_id = t.id and ${mayReadThread})`,
  },
  thread_messages: {
    rows: sql`${message} where ${mayReadMessage}`,
    wall: sql`${message} where ${mayReadMessage} and ${ofReadableThread}`,
  },
  public_replies: {
    rows: message,
    wall: sql`${message} where m.visible and not m.is_private and not m.is_original_message and ${ofReadableThread}`,
  },
  /** Readers of a private message. An anonymous author appears as anonymous to everyone but themselves. */
  private_readers: ofMessage(sql`
    select x.message_id, x.user_id from (
      select m.id as message_id, case when r.id <> ${viewer.id} and exists (
        select from anonymous_messages a where a.thread_id = m.thread_id and a.user_id = r.id) then ${ANONYMOUS_USER_ID} else r.id end as user_id
      from messages m cross join unnest(m.private_reader_ids) as r(id)) x`),
  accessible_from: sql`
    select a.to_network_id, a.kind, n.* from network_access a join peer_networks n on n.id = a.from_network_id`,
  message_likes: { rows: likes, wall: sql`${likes} and ${ofReadableMessage(sql`l.entity_id`)}` },
  message_mentioned_users: ofMessage(sql`select x.* from message_mentioned_users x`),
  message_attachments: ofMessage(sql`select x.* from message_attachments x`),
})
