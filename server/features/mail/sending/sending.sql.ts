/**
 * Who gets a post by email, and what it says. Both are decided when the emails are queued, and each recipient again when
 * the email leaves: what was removed, undone or is no longer readable in between is not sent.
 */
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { preferenceIn } from '../lists/preference.sql.ts'
import { isReadingMember } from '#server/platform/session/account-states.ts'

/** Emails queued by one step of a job. */
export const STEP = 200

/** Whether message `m` may be emailed: it is visible and, unless its list `l` sends right away, approved. */
export const mayLeave = (m: Sql) =>
  sql`(${m}.visible and (${m}.moderation_processed is null or ${m}.moderation_approved or not l.waits_for_review))`

/** The post, if it may leave. */
const post = (messageId: Parameter) => sql`
  post as (
    select m.id, m.thread_id, m.sender_id, m.is_private, m.private_reader_ids, m.message_replied_id, m.is_original_message,
      coalesce(a.user_id, m.sender_id) as writer_id, coalesce(h.user_id, t.author_id) as owner_id, f.thread_type, f.channels, l.id as mail_list_id, l.has_words
    from messages m join thread_feed f on f.thread_id = m.thread_id and f.visible
    join threads t on t.id = m.thread_id and t.removed_at is null
    join thread_mail_lists x on x.thread_id = m.thread_id join mail_lists l on l.id = x.mail_list_id
    left join anonymous_messages a on a.message_id = m.id
    left join anonymous_messages h on h.thread_id = m.thread_id and h.is_opening
    where m.id = ${messageId} and ${mayLeave(sql`m`)}),`

/** The members whose networks give access to the discussion. A private reply: those of its readers, and its asker. */
const READERS = sql`
  members as (
    select m.user_id from post p
    join network_access a on channel(a.to_network_id, a.kind) = any(p.channels) and a.kind = p.thread_type
    join peer_network_memberships m on m.peer_network_id = a.from_network_id
    where not p.is_private or m.user_id = any(p.private_reader_ids)),
  readers as (
    select user_id from members
    union
    select r.id from post p cross join unnest(p.private_reader_ids) as r(id) where p.is_private and r.id = p.owner_id)`

/** Whether member `u` wants each post of one of the thread's networks that they can access. */
const wantsEach = sql`exists (
  select from thread_peer_networks n join mail_lists l on l.peer_network_id = n.peer_network_id
  where n.thread_id = p.thread_id and ${preferenceIn(sql`u`, sql`l`)} = 'all'
    and exists (select from network_access a join peer_network_memberships m on m.peer_network_id = a.from_network_id
      where a.to_network_id = n.peer_network_id and a.kind = p.thread_type and m.user_id = u.id))`

const MEMBERS = sql`
  select u.* from post p cross join readers r join users u on u.id = r.user_id
  left join mail_members h on h.user_id = u.id
  where u.id <> p.writer_id and u.email_verified and ${isReadingMember(sql`u`)} and h.paused_at is null
    and not exists (select from muted_threads x where x.user_id = u.id and x.thread_id = p.thread_id)
    and not exists (select from member_blocks b where b.user_id = u.id and b.blocked_user_id = p.sender_id)
    and (p.is_private and ${preferenceOfList(sql`u`)} = 'all' or not p.is_private and ${wantsEach})`

function preferenceOfList(u: Sql): Sql {
  return sql`(select ${preferenceIn(u, sql`l`)} from mail_lists l where l.id = p.mail_list_id)`
}

export const insertDeliveries = statement(
  'insert-mail-deliveries',
  { messageId: 'bigint' },
  (p) => sql`
    with ${post(p.messageId)} ${READERS}
    insert into mail_deliveries (user_id, message_id) select m.id, ${p.messageId} from (${MEMBERS}) m
    on conflict (message_id, user_id) do nothing`,
)

export interface Recipient {
  delivery_id: number
  user_id: number
  first_name: string
  email: string
  without_words: boolean
  is_hidden_author: boolean
}

/** The next emails to queue. Members who may no longer get it are marked as skipped. */
export const claimDeliveries = statement(
  'claim-mail-deliveries',
  { messageId: 'bigint' },
  (p) => sql`
    with claimed as (
      select d.id, d.user_id from mail_deliveries d where d.message_id = ${p.messageId} and d.state = 'due'
      order by d.id limit ${STEP} for update skip locked),
    ${post(p.messageId)} ${READERS},
    chosen as (select m.* from (${MEMBERS}) m where m.id in (select user_id from claimed)),
    skipped as (
      update mail_deliveries d set state = 'skipped' from claimed c
      where d.id = c.id and not exists (select from chosen x where x.id = c.user_id) returning d.id)
    select c.id as delivery_id, u.id as user_id, u.first_name, u.email::text, coalesce(h.without_words, false) as without_words,
      exists (select from post p join anonymous_messages a on a.thread_id = p.thread_id and a.user_id = u.id) as is_hidden_author,
      (select count(*) from skipped)::integer as num_of_skipped
    from claimed c join chosen u on u.id = c.user_id left join mail_members h on h.user_id = u.id order by c.id`,
)

export const markQueued = statement(
  'mark-mail-deliveries-queued',
  { ids: 'bigint[]', mailIds: 'bigint[]' },
  (p) => sql`
    update mail_deliveries d set state = 'queued', outgoing_mail_id = x.mail_id
    from unnest(${p.ids}, ${p.mailIds}) as x (id, mail_id) where d.id = x.id`,
)
export const countDue = statement(
  'count-due-mail-deliveries',
  { messageId: 'bigint' },
  (p) => sql`select exists (select from mail_deliveries where message_id = ${p.messageId} and state = 'due') as is_due`,
)

export interface Post {
  id: number
  thread_id: number
  thread_type: string
  topic: string
  html: string
  text: string
  is_private: boolean
  is_original_message: boolean
  author: string | null
  author_first_name: string | null
  author_position: string
  opening_id: number
  parent_id: number | null
  /** The message replied to, or the question; null if it was private or has been removed. */
  quote: { author: string | null; text: string } | null
  files: readonly { name: string; size: number }[]
  /** Readers by their networks, the author included; of a private reply, its readers. */
  num_of_readers: number
  list: { local_part: string; peer_network_id: number; name: string; theme: string | null; has_words: boolean }
}

/** Null stands for an anonymous author. */
export const nameOf = (userId: Sql) =>
  sql`(select u.name from users u where u.id = ${userId} and u.id <> ${ANONYMOUS_USER_ID})`

export const selectPost = statement(
  'select-mail-post',
  { messageId: 'bigint' },
  (p) => sql`
    with ${post(p.messageId)} ${READERS}
    select p.id, p.thread_id, p.thread_type, t.topic, m.cleaned_body as text, m.body as html, p.is_private, p.is_original_message,
      ${nameOf(sql`p.sender_id`)} as author, case when p.sender_id <> ${ANONYMOUS_USER_ID} then w.first_name end as author_first_name,
      case when p.sender_id = ${ANONYMOUS_USER_ID} then '' else concat_ws(', ', nullif(w.title, ''), nullif(w.company_name, '')) end as author_position,
      o.id as opening_id, case when not q.is_private then q.id end as parent_id,
      case when q.id is not null and not q.is_private and q.removed_at is null and q.visible
        then json_build_object('author', ${nameOf(sql`q.sender_id`)}, 'text', left(q.cleaned_body, 400)) end as quote,
      (select coalesce(json_agg(json_build_object('name', f.name, 'size', f.size) order by f.id), '[]') from message_attachments f where f.message_id = p.id) as files,
      (select count(*)::integer from readers) as num_of_readers,
      json_build_object('local_part', l.local_part, 'peer_network_id', n.id, 'name', n.display_name, 'theme', n.theme, 'has_words', l.has_words) as list
    from post p join messages m on m.id = p.id join threads t on t.id = p.thread_id join users w on w.id = p.sender_id
    join messages o on o.thread_id = p.thread_id and o.is_original_message
    left join messages q on q.id = case when p.is_original_message then null else coalesce(p.message_replied_id, o.id) end
    join mail_lists l on l.id = p.mail_list_id join peer_networks n on n.id = l.peer_network_id`,
)
