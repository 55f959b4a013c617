/**
 * What is new for a member, as the member's viewer and at this moment. Posts additionally follow the rules of emails: not
 * before their review, not the member's own, nothing muted, blocked, or already sent as an email of its own.
 */
import type pg from 'pg'
import { discussions } from '#server/features/discussions/index.ts'
import { documents, reachedDocuments } from '#server/features/documents/index.ts'
import { events } from '#server/features/events/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql, viewer, type Sql, type Viewer } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { mailLists } from '../lists/lists.access.ts'
import { mayLeave, nameOf } from '../sending/sending.sql.ts'

/** Discussions read for one digest; a digest shows fewer and counts the rest. */
const MOST_DISCUSSIONS = 200
const MOST_OTHERS = 5
const COMING_DAYS = 7

export interface DigestNetwork {
  id: number
  name: string
  local_part: string
  theme: string | null
  has_words: boolean
}
export interface NewDiscussion {
  thread_id: number
  topic: string
  network: string
  has_words: boolean
  opening_id: number
  /** Null stands for an anonymous author. */
  author: string | null
  author_first_name: string | null
  company: string | null
  text: string
  is_new: boolean
  num_of_replies: number
  num_of_private: number
  /** An area that the member knows, of a question without a reply. */
  known_area: string | null
  best_reply: { author: string | null; text: string; num_of_likes: number } | null
}
export interface ComingEvent {
  id: number
  title: string
  start_date: Date
  time_zone: string
  network: string
  has_words: boolean
  is_new: boolean
  is_attending: boolean
}
export interface NewDocument {
  id: number
  title: string
  network: string
  has_words: boolean
}
export interface DigestContent {
  networks: readonly DigestNetwork[]
  discussions: readonly NewDiscussion[]
  events: readonly ComingEvent[]
  documents: readonly NewDocument[]
}
export interface Period {
  since: Date
  until: Date
}

const since = (period: Period) => new Parameter('digest.since', 'timestamptz', () => period.since)
const until = (period: Period) => new Parameter('digest.until', 'timestamptz', () => period.until)
const idsOf = (networks: readonly DigestNetwork[]) =>
  new Parameter('digest.networks', 'bigint[]', () => networks.map(({ id }) => id))

const digestNetworks = sql`
  select n.id, n.display_name as name, l.local_part::text, n.theme, l.has_words
  from ${mailLists.viewer_mail_lists} l join peer_networks n on n.id = l.peer_network_id
  where l.preference = 'daily_digest'
  order by exists (select from peer_network_memberships m where m.user_id = ${viewer.id} and m.peer_network_id = n.id and m.is_primary) desc, n.id`

const isBlocked = (m: Sql) =>
  sql`exists (select from member_blocks b where b.user_id = ${viewer.id} and b.blocked_user_id = ${m}.sender_id)`
const isOwn = (m: Sql) => sql`(${m}.sender_id = ${viewer.id} or exists (
  select from anonymous_messages a where a.message_id = ${m}.id and a.user_id = ${viewer.id}))`

const newDiscussions = (period: Period, networks: readonly DigestNetwork[]) => sql`
  with news as materialized (
    select m.id, m.thread_id, m.sender_id, m.is_original_message, m.is_private, m.cleaned_body, m.num_of_likes, m.order_date
    from ${discussions.messages} m
    join thread_mail_lists x on x.thread_id = m.thread_id join mail_lists l on l.id = x.mail_list_id
    where m.visible and m.order_date > ${since(period)}
      and case when l.waits_for_review then m.order_date else m.pub_date end > ${since(period)}
      and case when l.waits_for_review then m.order_date else m.pub_date end <= ${until(period)}
      and ${mayLeave(sql`m`)} and not ${isOwn(sql`m`)} and not ${isBlocked(sql`m`)}
      and (not m.is_private or ${viewer.id} = any(m.private_reader_ids))
      and case when m.is_private then l.peer_network_id = any(${idsOf(networks)}) else exists (
        select from thread_peer_networks n where n.thread_id = m.thread_id and n.peer_network_id = any(${idsOf(networks)})) end
      and not exists (select from muted_threads x where x.user_id = ${viewer.id} and x.thread_id = m.thread_id)
      and not exists (select from mail_deliveries d where d.user_id = ${viewer.id} and d.message_id = m.id and d.state = 'queued')),
  counted as (
    select thread_id, bool_or(is_original_message) as is_new, max(order_date) as latest,
      count(*) filter (where not is_private and not is_original_message)::integer as num_of_replies,
      count(*) filter (where is_private)::integer as num_of_private
    from news group by thread_id)
  select f.thread_id, f.topic, n.display_name as network, l.has_words, o.id as opening_id, ${nameOf(sql`o.sender_id`)} as author,
    case when o.sender_id <> ${ANONYMOUS_USER_ID} then w.first_name end as author_first_name,
    case when o.sender_id <> ${ANONYMOUS_USER_ID} then nullif(w.company_name, '') end as company,
    left(o.cleaned_body, 1000) as text, c.is_new, c.num_of_replies, c.num_of_private,
    case when c.is_new and f.num_of_responses = 0 and f.thread_type <> 'poll' then (
      select a.name from profiles p join areas_of_expertise a on a.id = any(p.area_of_expertise_ids) and a.id = any(f.area_of_expertise_ids)
      where p.user_id = ${viewer.id} order by a.name limit 1) end as known_area,
    (select json_build_object('author', ${nameOf(sql`r.sender_id`)}, 'text', left(r.cleaned_body, 1000), 'num_of_likes', r.num_of_likes)
      from news r where r.thread_id = f.thread_id and not r.is_private and not r.is_original_message
      order by r.num_of_likes desc, r.order_date desc, r.id desc limit 1) as best_reply
  from counted c join ${discussions.listed} f on f.thread_id = c.thread_id
  join thread_mail_lists x on x.thread_id = c.thread_id join mail_lists l on l.id = x.mail_list_id
  join peer_networks n on n.id = l.peer_network_id
  join messages o on o.thread_id = c.thread_id and o.is_original_message and ${mayLeave(sql`o`)} and not ${isBlocked(sql`o`)}
  join users w on w.id = o.sender_id
  order by c.is_new desc, c.latest desc, f.thread_id limit ${MOST_DISCUSSIONS}`

/** New ones, and those of the next days, which alone are no reason for an email. */
const comingEvents = (period: Period, networks: readonly DigestNetwork[]) => sql`
  select e.id, e.title, e.start_date, e.time_zone, n.display_name as network, l.has_words,
    e.created_at > ${since(period)} as is_new,
    exists (select from ${events.own_registrations} r where r.event_id = e.id and r.status = 'going') as is_attending
  from ${events.events} e join mail_lists l on l.peer_network_id = e.peer_network_id join peer_networks n on n.id = e.peer_network_id
  where e.peer_network_id = any(${idsOf(networks)}) and e.cancelled_at is null and e.start_date > ${until(period)}
    and e.created_at <= ${until(period)}
    and (e.created_at > ${since(period)} or e.start_date < ${until(period)} + interval '${COMING_DAYS} days')
  order by is_new desc, e.start_date, e.id limit ${MOST_OTHERS}`

const newDocuments = (period: Period, networks: readonly DigestNetwork[]) => sql`
  select d.id, d.title, place.network, place.has_words
  from ${documents.peer_documents} d
  cross join lateral (
    select min(v.approved_at) as at from ${documents.versions} v where v.document_id = d.id) approved
  cross join lateral (
    select n.display_name as network, l.has_words from ${reachedDocuments.networks_of_documents} w
    join mail_lists l on l.peer_network_id = w.peer_network_id join peer_networks n on n.id = w.peer_network_id
    where w.document_id = d.id and w.peer_network_id = any(${idsOf(networks)}) order by l.has_words, n.id limit 1) place
  where approved.at > ${since(period)} and approved.at <= ${until(period)}
    and not exists (select from ${documents.own_documents} o where o.id = d.id)
  order by approved.at desc, d.id limit ${MOST_OTHERS}`

export async function readDigest(tx: Pick<pg.Pool, 'query'>, reader: Viewer, period: Period): Promise<DigestContent> {
  const networks = await selectRows<DigestNetwork>(tx, digestNetworks, reader)
  return {
    networks,
    discussions: await selectRows<NewDiscussion>(tx, newDiscussions(period, networks), reader),
    events: await selectRows<ComingEvent>(tx, comingEvents(period, networks), reader),
    documents: await selectRows<NewDocument>(tx, newDocuments(period, networks), reader),
  }
}
