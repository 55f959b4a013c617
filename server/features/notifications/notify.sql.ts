/**
 * Statements that turn a fact into notifications. Each selects its recipients and the content; the shared last part
 * drops recipients who must not be notified and inserts each fact once per member.
 */
import { isReadingMember } from '#server/platform/session/account-states.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { NotificationType } from '#shared/notifications.ts'
import { empty, sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'

/** Default for an optional column of a recipient. */
const NOBODY = sql`null::bigint`

interface Told {
  /** CTEs, each with a comma after it. */
  before?: Sql
  recipients: Sql
  ways?: Sql
  chat?: Sql | Parameter
}

/** `usual`: the default channels per type. `sure` recipients can read it regardless of their networks. */
const tell = (
  p: { usual: Parameter },
  { before = empty, recipients, ways = sql`true, true`, chat = NOBODY }: Told,
) => sql`
  with ${before}
  named (user_id, notification_type, group_key, thread_id, message_id, actor_id, own_id, fact, payload, sure, rank) as (${recipients}),
  recipients (user_id, notification_type, group_key, thread_id, message_id, actor_id, own_id, fact, payload, sure, rank, by_mail, by_push, chat_id)
    as (select x.*, ${ways}, ${chat} from named x),
  chosen as (
    select distinct on (r.user_id) r.*,
      coalesce((p.kinds -> r.notification_type ->> 'in_app')::boolean, (${p.usual} -> r.notification_type ->> 'in_app')::boolean) as in_app,
      coalesce((p.kinds -> r.notification_type ->> 'email')::boolean, (${p.usual} -> r.notification_type ->> 'email')::boolean) and r.by_mail as email,
      coalesce((p.kinds -> r.notification_type ->> 'push')::boolean, (${p.usual} -> r.notification_type ->> 'push')::boolean)
        and r.by_push and exists (select from push_devices d where d.user_id = r.user_id) as push
    from recipients r
    join users u on u.id = r.user_id and not u.suspended and (u.is_staff or ${isReadingMember(sql`u`)})
    left join notification_preferences p on p.user_id = u.id
    where r.user_id is distinct from r.own_id
      and not exists (select from muted_threads m where m.user_id = u.id and m.thread_id = r.thread_id)
      and not exists (select from member_blocks b where b.user_id = u.id and b.blocked_user_id = r.actor_id)
      and (r.sure or r.thread_id is null or u.is_staff or exists (
        select from thread_feed f join network_access a on channel(a.to_network_id, f.thread_type) = any(f.channels) and a.kind = f.thread_type
        join peer_network_memberships m on m.peer_network_id = a.from_network_id
        where f.thread_id = r.thread_id and m.user_id = u.id))
      and not exists (select from notification_facts f where f.user_id = r.user_id and f.fact = r.fact)
    order by r.user_id, r.rank),
  placed as (
    select c.*, n.id as open_id from chosen c
    left join lateral (
      select n.id from notifications n
      where n.user_id = c.user_id and n.group_key = c.group_key and n.read_at is null order by n.id desc limit 1) n on true),
  continued as (
    update notifications n set seen = false, read_at = null, latest_at = now(), updated_at = now(), hidden = n.hidden and not p.in_app
    from placed p where n.id = p.open_id),
  begun as (
    insert into notifications (user_id, notification_type, group_key, thread_id, payload, hidden)
    select user_id, notification_type, group_key, thread_id, payload, not in_app from placed where open_id is null
    returning id, user_id)
  insert into notification_facts (user_id, fact, notification_id, actor_id, message_id, chat_message_id, mail_due, push_due)
  select p.user_id, p.fact, coalesce(p.open_id, b.id), p.actor_id, p.message_id, p.chat_id, p.email, p.push
  from placed p left join begun b on b.user_id = p.user_id
  on conflict (user_id, fact) do nothing
  returning user_id, mail_due, push_due`

const USUAL = { usual: 'jsonb' } as const
const OF_MESSAGE = { ...USUAL, messageId: 'bigint' } as const

/** The message. Includes the real author of anonymous posts, so that members are not notified of their own posts. */
const message = (p: { messageId: Parameter }) => sql`
  m as (
    select m.id, m.thread_id, m.sender_id, m.message_replied_id, m.is_private, m.private_reader_ids, m.is_original_message,
      t.thread_type, coalesce(a.user_id, m.sender_id) as writer_id, coalesce(h.user_id, t.author_id) as owner_id,
      'message:' || m.id as fact
    from messages m join threads t on t.id = m.thread_id and t.removed_at is null
    left join anonymous_messages a on a.message_id = m.id
    left join anonymous_messages h on h.thread_id = t.id and h.is_opening
    where m.id = ${p.messageId} and m.visible and m.removed_at is null),`
const line = (
  user: Sql,
  type: NotificationType,
  group: Sql,
  { sure = sql`false`, rank = 0, payload = sql`'{}'::jsonb` } = {},
) =>
  sql`select ${user}, '${trustedSql(type)}', ${group}, m.thread_id, m.id, m.sender_id, m.writer_id, m.fact, ${payload}, ${sure}, ${rank}`

const MENTIONED = sql`${line(sql`x.user_id`, 'mention', sql`'mention:' || m.id`, { rank: 1, payload: sql`jsonb_build_object('is_thread', m.is_original_message)` })}
  from m join message_mentioned_users x on x.message_id = m.id where not m.is_private`

/** For a private reply: its readers. Otherwise: members who are mentioned, replied to, or following the thread. */
export const notifyReply = statement('tell-reply', OF_MESSAGE, (p) =>
  tell(p, {
    before: sql`${message(p)}
    writers as (
      select coalesce(a.user_id, w.sender_id) as user_id from m join messages w on w.thread_id = m.thread_id and w.removed_at is null
      left join anonymous_messages a on a.message_id = w.id where not m.is_private),
    followers as (
      select f.user_id from m join thread_follows f on f.thread_id = m.thread_id where f.unfollowed_at is null and not m.is_private
      union select w.user_id from writers w, m where not exists (
        select from thread_follows f where f.user_id = w.user_id and f.thread_id = m.thread_id and f.unfollowed_at is not null)),
    answered as (
      select coalesce(a.user_id, p.sender_id) as user_id from m join messages p on p.id = m.message_replied_id
      left join anonymous_messages a on a.message_id = p.id where not m.is_private),`,
    recipients: sql`${line(sql`r.id`, 'private_reply', sql`'private:' || m.thread_id`, { sure: sql`true` })} from m cross join unnest(m.private_reader_ids) as r(id) where m.is_private
    union all ${MENTIONED}
    union all ${line(sql`f.user_id`, 'reply', sql`'reply:' || m.thread_id`, { sure: sql`f.user_id = m.owner_id`, rank: 2 })}
      from m cross join (select user_id from followers union select user_id from answered) f`,
  }),
)

/** Members who are mentioned, and members who recommended an expert in a requested area. */
export const notifyThread = statement('tell-thread', OF_MESSAGE, (p) =>
  tell(p, {
    before: message(p),
    recipients: sql`${MENTIONED}
    union all ${line(sql`r.author_id`, 'recommendation_request_match', sql`'match:' || m.thread_id`, { rank: 2, payload: sql`jsonb_build_object('is_thread', true)` })}
      from m join thread_areas_of_expertise t on t.thread_id = m.thread_id
      join expert_recommendation_areas a on a.area_of_expertise_id = t.area_of_expertise_id
      join expert_recommendations r on r.id = a.recommendation_id and r.removed_at is null
      where m.thread_type = 'recommendation_request' and m.is_original_message`,
  }),
)

/** Only if they still do. */
export const notifyLike = statement('tell-like', { ...OF_MESSAGE, actorId: 'bigint' }, (p) =>
  tell(p, {
    before: message(p),
    recipients: sql`select m.writer_id, 'like', 'like:' || m.id, m.thread_id, m.id, l.user_id, l.user_id, 'like:' || m.id || ':' || l.user_id,
      jsonb_build_object('is_thread', m.is_original_message), true, 0
    from m join likes l on l.entity_type = 'message' and l.entity_id = m.id and l.user_id = ${p.actorId} and l.sentiment
    join users u on u.id = l.user_id and not u.suspended`,
  }),
)

/** Recipients: its author and voters. */
export const notifyPollEnded = statement('tell-poll-ended', { ...USUAL, pollId: 'bigint' }, (p) =>
  tell(p, {
    before: sql`ended as (
      select p.id, p.thread_id, coalesce(h.user_id, p.author_id) as owner_id from polls p
      left join anonymous_messages h on h.thread_id = p.thread_id and h.is_opening
      where p.id = ${p.pollId} and not p.active),`,
    recipients: sql`select v.user_id, 'poll_ended', 'poll:' || e.id, e.thread_id, ${NOBODY}, ${NOBODY}, ${NOBODY}, 'poll:' || e.id,
      '{}'::jsonb, v.user_id = e.owner_id, 0
    from ended e cross join lateral (
      select e.owner_id as user_id union select x.user_id from poll_votes x where x.poll_id = e.id) v`,
  }),
)

/** A removed post is not linked, but its removal is notified. */
export const notifyDecision = statement('tell-decision', { ...OF_MESSAGE, act: 'text', occurrence: 'text' }, (p) =>
  tell(p, {
    before: sql`decided as (
      select m.id, m.thread_id, t.removed_at is null as is_here, m.removed_at is null and t.removed_at is null as is_readable,
        m.is_original_message, coalesce(a.user_id, m.sender_id) as writer_id
      from messages m join threads t on t.id = m.thread_id left join anonymous_messages a on a.message_id = m.id
      where m.id = ${p.messageId}),`,
    recipients: sql`select d.writer_id, 'moderation_decision', 'decision:' || ${p.occurrence}, case when d.is_here then d.thread_id end,
      case when d.is_readable then d.id end, ${NOBODY}, ${NOBODY}, 'decision:' || ${p.occurrence},
      jsonb_build_object('act', ${p.act}, 'is_thread', d.is_original_message), true, 0
    from decided d`,
  }),
)

/** Members who asked for this document, can open it now, and did not submit it. Nothing says who did. */
export const notifyDocument = statement('tell-document', { ...USUAL, documentId: 'bigint' }, (p) =>
  tell(p, {
    recipients: sql`select r.requester_id, 'document_request_answered', 'document_request:' || r.id, ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY},
      'document_request:' || r.id || ':' || d.id, jsonb_build_object('request_id', r.id, 'document_id', d.id), true, 0
    from peer_documents d join document_request_matches m on m.document_id = d.id join document_requests r on r.id = m.request_id
    where d.id = ${p.documentId} and d.state = 'approved' and coalesce(d.available_from <= now(), true)
      and r.requester_id is distinct from d.submitter_id
      and not exists (select from document_submitters s where s.document_id = d.id and s.user_id = r.requester_id)
      and exists (
        select from peer_document_networks n join network_access a on a.to_network_id = n.peer_network_id and a.kind = 'document'
        join peer_network_memberships x on x.peer_network_id = a.from_network_id
        where n.document_id = d.id and x.user_id = r.requester_id)`,
  }),
)

/** The submitter of a document with their name on it. */
export const notifyDocumentDecision = statement(
  'tell-document-decision',
  { ...USUAL, documentId: 'bigint', act: 'text', occurrence: 'text' },
  (p) =>
    tell(p, {
      recipients: sql`select d.submitter_id, 'moderation_decision', 'decision:' || ${p.occurrence}, ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY},
      'decision:' || ${p.occurrence}, jsonb_build_object('act', ${p.act}, 'document_id', d.id), true, 0
    from peer_documents d where d.id = ${p.documentId} and d.submitter_id is not null`,
    }),
)

/** Once per pair, even after an unfollow. */
export const notifyFollower = statement('tell-follower', { ...USUAL, userId: 'bigint', actorId: 'bigint' }, (p) =>
  tell(p, {
    recipients: sql`select ${p.userId}, 'new_follower', 'followers', ${NOBODY}, ${NOBODY}, ${p.actorId}, ${p.actorId}, 'follower:' || ${p.actorId},
      jsonb_build_object('user_id', ${p.actorId}), true, 0`,
  }),
)

/** Unread badges are merged into one notification. */
export const notifyBadge = statement('tell-badge', { ...USUAL, userId: 'bigint', badgeId: 'bigint' }, (p) =>
  tell(p, {
    recipients: sql`select e.user_id, 'badge_earned', 'badges', ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY}, 'badge:' || e.badge_id,
      jsonb_build_object('badge_id', e.badge_id), true, 0
    from user_badges e where e.user_id = ${p.userId} and e.badge_id = ${p.badgeId} and e.withdrawn_at is null`,
  }),
)

/** Only while the offer is pending. */
export const notifyTitle = statement('tell-title', { ...USUAL, titleId: 'bigint' }, (p) =>
  tell(p, {
    recipients: sql`select t.user_id, 'title_offered', 'title:' || t.id, ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY}, 'title:' || t.id,
      jsonb_build_object('title_id', t.id), true, 0
    from community_titles t where t.id = ${p.titleId} and t.status = 'offered' and t.withdrawn_at is null`,
  }),
)

/** Members who turned this off find the invitation in the inbox. */
export const notifyInvitation = statement(
  'tell-invitation',
  { ...USUAL, groupId: 'bigint', actorId: 'bigint', inviteeIds: 'bigint[]' },
  (p) =>
    tell(p, {
      // A renewed invitation gets a new key: the earlier one was answered or has expired.
      recipients: sql`select i.invitee_id, 'group_invitation', x.key, ${NOBODY}, ${NOBODY}, ${p.actorId}, ${p.actorId},
      x.key, jsonb_build_object('group_id', i.group_id), true, 0
    from inbox_invitations i cross join lateral (select 'invitation:' || i.id || ':' || i.created_at as key) x
    left join inbox_settings s on s.user_id = i.invitee_id
    where i.group_id = ${p.groupId} and i.invitee_id = any(${p.inviteeIds}) and i.invitation_status = 'waiting'
      and coalesce(s.invitations, true)`,
    }),
)

/** `recipients` have their channels, from their inbox settings. */
export const notifyChat = statement('tell-chat', { ...OF_MESSAGE, recipients: 'jsonb' }, (p) =>
  tell(p, {
    before: sql`heard as (select h.* from jsonb_to_recordset(${p.recipients}) as h(user_id bigint, email boolean, push boolean)),`,
    recipients: sql`select h.user_id, 'chat_message', 'chat:' || c.group_id, ${NOBODY}, ${NOBODY}, c.sender_id, c.sender_id, 'chat:' || c.id,
      jsonb_build_object('group_id', c.group_id), true, 0
    from heard h cross join inbox_messages c where c.id = ${p.messageId}`,
    ways: sql`(select h.email from heard h where h.user_id = x.user_id), (select h.push from heard h where h.user_id = x.user_id)`,
    chat: p.messageId,
  }),
)

/** Once per billing date. */
export const notifyRenewal = statement(
  'tell-renewal',
  { ...USUAL, userIds: 'bigint[]', subscriptionId: 'bigint', nextBillingAt: 'text', total: 'integer' },
  (p) =>
    tell(p, {
      recipients: sql`select u.id, 'membership_renewal', 'renewal:' || ${p.subscriptionId} || ':' || ${p.nextBillingAt}, ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY},
      'renewal:' || ${p.subscriptionId} || ':' || ${p.nextBillingAt}, jsonb_build_object('next_billing_at', ${p.nextBillingAt}, 'subscription_total', ${p.total}), true, 0
    from unnest(${p.userIds}) as u(id)`,
    }),
)

/** Of an event that they attend. Each news of one state of the event is told once. */
export const notifyEventNews = statement(
  'tell-event-news',
  { ...USUAL, userIds: 'bigint[]', eventId: 'bigint', news: 'text' },
  (p) =>
    tell(p, {
      recipients: sql`select r.user_id, 'event_soon', 'event:' || e.id || ':' || ${p.news}, ${NOBODY}, ${NOBODY}, ${NOBODY}, ${NOBODY},
      'event:' || e.id || ':' || ${p.news} || ':' || coalesce(case when ${p.news} = 'promoted' then r.promoted_at end, e.start_date)::text,
      jsonb_build_object('event_id', e.id, 'news', ${p.news}), true, 0
    from event_registrations r join events e on e.id = r.event_id
    where e.id = ${p.eventId} and r.user_id = any(${p.userIds}) and (r.status = 'going' or ${p.news} <> 'soon')
      and (e.cancelled_at is null or ${p.news} = 'canceled')`,
    }),
)

/** Serializes facts with the same key, so that two concurrent ones do not create two notifications. */
export const lockLine = statement(
  'lock-line',
  { line: 'text' },
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.line}, 0))`,
)

/** One job per member and channel; a second job replaces the first and sends everything that is due. */
export const enqueueDeliveries = statement(
  'enqueue-ways',
  { mailIds: 'bigint[]', pushIds: 'bigint[]', requestId: 'text' },
  (p) => sql`
    select graphile_worker.add_job('notifications:mail', json_strip_nulls(json_build_object('user_id', u.id, 'request_id', ${p.requestId})), job_key => 'notifications:mail:' || u.id)
    from unnest(${p.mailIds}) as u(id)
    union all
    select graphile_worker.add_job('notifications:push', json_strip_nulls(json_build_object('user_id', u.id, 'request_id', ${p.requestId})), job_key => 'notifications:push:' || u.id)
    from unnest(${p.pushIds}) as u(id)`,
)

/** Notifications are stored for one year; older ones are never sent again. */
export const sweepNotifications = statement(
  'sweep-notifications',
  {},
  () => sql`delete from notifications where latest_at < now() - interval '365 days'`,
)
