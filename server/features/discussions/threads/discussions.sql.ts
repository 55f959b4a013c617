/** Statements of the actions. The readable relations select what can be written to. */
import { claim } from '#server/platform/database/idempotency.ts'
import { announcementClause, followUpsClause } from '#server/platform/database/transaction.ts'
import { counted } from '#server/platform/limits/limits.sql.ts'
import { networks } from '#server/features/networks/index.ts'
import { blocks, people } from '#server/features/people/index.ts'
import type { Mentionable } from './post-body.ts'
import { reachedFrom, readable } from './discussions.access.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { hidden } from '#server/features/discussions/anonymity/anonymity.access.ts'
import { Parameter, sql, viewer, when } from '#server/platform/graph/sql.ts'

const given = (name: string, type: string, value: unknown) => new Parameter(name, type, () => value)

export interface ReplyTarget {
  thread_id: number
  author_id: number
  topic: string
  closed: boolean
  visible: boolean
  channels: number[]
  /** The real author of an anonymous thread, who must not be revealed; `author_id` is then this id too. */
  hidden_author_id: number | null
  /** Readers who share a block with the viewer, by name; never a hidden author. */
  parted: Mentionable[]
  parent_id: number | null
  parent_author_id: number | null
  parent_is_private: boolean | null
  parent_is_original: boolean | null
  parent_reader_ids: number[] | null
  mentionable: Mentionable[]
}

/** The mentioned members who can read thread `f`. */
export const mentionableIn = (mentions: readonly number[]) =>
  mentions.length === 0
    ? sql`'[]'::json`
    : sql`(
      select coalesce(json_agg(distinct jsonb_build_object('id', u.id, 'name', u.name)), '[]') from ${people.member_networks} m
      join ${people.people} u on u.id = m.user_id and not u.suspended and u.current_state in ('onboarding', 'trial', 'full access')
      where m.user_id = any(${given('mentions', 'bigint[]', mentions)}) and m.user_id not in (select b.user_id from ${blocks.parted} b)
        and m.peer_network_id in (
          select n.id from ${reachedFrom.accessible_from} n
          where n.to_network_id = any(f.peer_network_ids) and n.kind = f.thread_type))`
interface Asked {
  /** The message that is replied to. */
  parentId?: number | null
  mentions?: readonly number[]
  isPrivate?: boolean
}
/**
 * The thread if the viewer can read it, the parent message, and the mentioned members who can read the thread. Unused
 * parts are omitted: planning one costs as much as reading a row.
 */
export const selectReplyTarget = (
  threadId: number,
  { parentId = null, mentions = [], isPrivate = false }: Asked = {},
) => sql`
  select f.thread_id, coalesce(h.user_id, f.author_id) as author_id, h.user_id as hidden_author_id, f.topic, f.channels, f.visible, b.closed_at is not null as closed,
    ${
      parentId === null
        ? sql`null as parent_id, null as parent_author_id, null as parent_is_private, null as parent_is_original, null as parent_reader_ids,`
        : sql`p.id as parent_id, coalesce((select a.user_id from ${hidden.hidden_authors} a where a.message_id = p.id), p.sender_id) as parent_author_id, p.is_private as parent_is_private,
    p.is_original_message as parent_is_original, p.private_reader_ids as parent_reader_ids,`
    }
    ${mentionableIn(mentions)} as mentionable,
    ${isPrivate ? partedFrom(parentId !== null) : sql`'[]'::json`} as parted
  from ${readable.threads} f
  join ${reachedFrom.bodies} b on b.id = f.thread_id and b.removed_at is null
  left join ${hidden.hidden_authors} h on h.thread_id = f.thread_id and h.is_opening
  ${when(parentId !== null, () => sql`left join ${reachedFrom.thread_messages} p on p.thread_id = f.thread_id and p.id = ${given('parent', 'bigint', parentId)}`)}
  where f.thread_id = ${given('thread', 'bigint', threadId)}`
const partedFrom = (hasParent: boolean) => sql`(
  select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)), '[]') from ${blocks.parted} b
  join ${people.people} u on u.id = b.user_id where u.id in (f.author_id${when(hasParent, () => sql`, p.sender_id`)}))`

/**
 * Networks in which the viewer can start a thread under this kind of access. `is_usual` marks those that the primary
 * network allows. Empty for viewers without networks.
 */
export const selectCreationNetworks = (access: string) => sql`
  select n.id, bool_or(m.is_primary) as is_usual
  from ${people.memberships} m
  join ${networks.network_access} a on a.kind = ${given('access', 'text', access)} and a.from_network_id = m.peer_network_id
  join ${networks.peer_networks} n on n.id = a.to_network_id
  where m.peer_network_id = any(${viewer.networks})
  group by n.id order by n.id`

/** The mentioned members who can read a thread of this type in these networks. */
export const selectMentionable = (
  networkIds: readonly number[],
  threadType: string,
  mentions: readonly number[],
) => sql`
  select distinct u.id, u.name from ${people.member_networks} m
  join ${people.people} u on u.id = m.user_id and not u.suspended and u.current_state in ('onboarding', 'trial', 'full access')
  where m.user_id = any(${given('mentions', 'bigint[]', mentions)})
    and m.peer_network_id in (
      select a.from_network_id from ${networks.network_access} a
      where a.kind = ${given('kind', 'text', threadType)} and a.to_network_id = any(${given('networks', 'bigint[]', networkIds)}))`

/**
 * Unused parts are omitted: they still cost planning time. count_reply is volatile, so it sees the message that this
 * statement has just written. Limits are counted after the idempotency key is claimed, so that a repeated request is
 * not counted twice.
 */
export function insertMessage({ mentions, anonymous }: { mentions: boolean; anonymous: boolean }) {
  const mentioned = `
    mentioned as (insert into message_mentioned_users (message_id, user_id) select w.id, m from written w cross join unnest($15::bigint[]) m),`
  const hidden = `
    hidden as (insert into anonymous_messages (message_id, thread_id, user_id, is_opening) select id, $5, $1, false from written),`
  const announced = mentions ? 18 : 15
  const isWithin = [
    counted('reply', { actor: '$1', asked: '1', windows: 13 }),
    ...(mentions ? [counted('mention', { actor: '$1', asked: 'cardinality($15::bigint[])', windows: 16 })] : []),
  ]
  return {
    name: `insert-message${mentions ? '-mentioning' : ''}${anonymous ? '-anonymous' : ''}`,
    text: `
    with claimed as (${claim('messages_id_seq')}),
    written as (
      insert into messages (id, thread_id, sender_id, message_replied_id, is_private, private_reader_ids, subject, body, parsed_body, cleaned_body, moderation_processed, moderation_approved)
      overriding system value select c.result, $5, $12, $6, $7, $8, $9, $10, $10, $11, false, false from claimed c
      where ${isWithin.join(' and ')} returning id),${mentions ? mentioned : ''}${anonymous ? hidden : ''}${followUpsClause(announced)}
    select id, count_reply($5, $7), ${announcementClause(announced)} from written`,
  }
}

export const insertThread = {
  name: 'insert-thread',
  text: `
    with claimed as (${claim('threads_id_seq')}),
    written as (
      insert into threads (id, author_id, thread_type, topic, cleaned_body, cleaned_html)
      overriding system value select c.result, case when $13::boolean then ${ANONYMOUS_USER_ID} else $1 end, $5, $6, $7, $8 from claimed c returning id),
    placed as (insert into thread_peer_networks (thread_id, peer_network_id) select w.id, n from written w cross join unnest($9::bigint[]) n),
    located as (insert into thread_geographies (thread_id, geography_id) select w.id, g from written w cross join unnest($10::bigint[]) g),
    tagged as (insert into thread_areas_of_expertise (thread_id, area_of_expertise_id) select w.id, a from written w cross join unnest($11::bigint[]) a),
    opened as (
      insert into messages (thread_id, sender_id, is_original_message, subject, body, parsed_body, cleaned_body, moderation_processed, moderation_approved)
      select id, case when $13 then ${ANONYMOUS_USER_ID} else $1 end, true, $6, $8, $8, $7, false, false from written returning id),
    hidden as (insert into anonymous_messages (message_id, thread_id, user_id, is_opening) select o.id, w.id, $1, true from written w cross join opened o where $13),
    mentioned as (insert into message_mentioned_users (message_id, user_id) select o.id, m from opened o cross join unnest($12::bigint[]) m),
    seen as (insert into viewer_threads (user_id, thread_id) select $1, id from written)
    select w.id, o.id as message_id from written w cross join opened o`,
}
export const refreshThread = { name: 'refresh-thread', text: 'select refresh_threads(array[$1::bigint])' }
export const threadChannels = { name: 'thread-channels', text: 'select channels from thread_feed where thread_id = $1' }

export const upsertView = {
  name: 'upsert-view',
  text: `insert into viewer_threads (user_id, thread_id) values ($1, $2)
    on conflict (user_id, thread_id) do update set viewed_at = now()`,
}

export const selectKnown = {
  name: 'select-known-tags',
  text: `select array(select id from geographies where id = any($1::bigint[])) as geographies,
    array(select id from areas_of_expertise where id = any($2::bigint[])) as areas_of_expertise`,
}
