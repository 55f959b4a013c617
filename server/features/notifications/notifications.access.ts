/**
 * Who can see which notifications. A notification is visible only through facts that still hold for this reader: a
 * readable message, a like that was not withdrawn, an event they may see and attend, a requested document that can be
 * opened, a pending invitation or title, a badge they still have, no blocked actor. Without such a fact it disappears
 * from the list, all counts, emails and pushes.
 */
import { documents, reachedDocuments } from '#server/features/documents/index.ts'
import { discussions, likesOfMessages } from '#server/features/discussions/index.ts'
import { events } from '#server/features/events/index.ts'
import { inbox } from '#server/features/inbox/index.ts'
import { blocks } from '#server/features/people/index.ts'
import { recognition } from '#server/features/recognition/index.ts'
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

const holds = sql`
  f.user_id = ${viewer.id}
  and (f.message_id is null or exists (select from ${discussions.messages} m where m.id = f.message_id))
  and (n.thread_id is null or exists (select from ${discussions.threads} t where t.thread_id = n.thread_id))
  and (f.actor_id is null or f.actor_id not in (select b.blocked_user_id from ${blocks.own_blocks} b))
  and (n.notification_type <> 'like' or exists (
    select from ${likesOfMessages} l where l.message_id = f.message_id and l.user_id = f.actor_id and l.sentiment))
  and (n.notification_type <> 'group_invitation' or exists (
    select from ${inbox.waiting_invitations} i where i.group_id = (n.payload ->> 'group_id')::bigint and i.created_at <= f.at))
  and (n.notification_type <> 'event_soon' or exists (
    select from ${events.own_registrations} r
    where r.event_id = (n.payload ->> 'event_id')::bigint and (r.cancelled_at is null or n.payload ->> 'news' = 'canceled')))
  and (n.notification_type <> 'badge_earned' or exists (
    select from ${recognition.own_badges} b where 'badge:' || b.badge_id = f.fact))
  and (n.notification_type <> 'title_offered' or exists (
    select from ${recognition.own_titles} t where 'title:' || t.id = f.fact and t.status = 'offered'))
  and (n.notification_type <> 'document_request_answered' or exists (
    select from ${reachedDocuments.request_matches} m join ${documents.peer_documents} d on d.id = m.document_id and d.can_open
    where m.request_id = (n.payload ->> 'request_id')::bigint and 'document_request:' || m.request_id || ':' || m.document_id = f.fact))
  and (n.notification_type <> 'chat_message' or exists (
    select from ${inbox.chat_messages} c join ${inbox.groups} g on g.id = c.group_id and g.is_member
    where c.id = f.chat_message_id and c.message_index_in_group > g.last_seen_message_index))`
const facts = sql`select f.* from notification_facts f join notifications n on n.id = f.notification_id where ${holds}`
// Not `exists`, which the planner may answer for all notifications at once: a page needs the newest few.
const lines = sql`
  select n.* from notifications n
  where n.user_id = ${viewer.id} and (select true from notification_facts f where f.notification_id = n.id and ${holds} limit 1)`

export const notificationRelations = checkedRelations({
  told_facts: facts,
  /** Shown in lists and counts. */
  listed_notifications: sql`${lines} and not n.hidden`,
  /** Includes notifications sent by email or push only. */
  own_notifications: lines,
})
