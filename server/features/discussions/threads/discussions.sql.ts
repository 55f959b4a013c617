/** Statements of the actions. The readable relations select what can be written to. */
import { isOrBecomesMember } from '#server/platform/session/account-states.ts'
import { statement, type Parameters } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { ANNOUNCEMENT, announcementClause, followUpsClause } from '#server/platform/database/transaction.ts'
import { counted } from '#server/platform/limits/limits.sql.ts'
import { networks } from '#server/features/networks/index.ts'
import { blocks, people } from '#server/features/people/index.ts'
import type { Mentionable } from './post-body.ts'
import { reachedFrom, readable } from './discussions.access.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { hidden } from '#server/features/discussions/anonymity/anonymity.access.ts'
import { empty, Parameter, sql, viewer, when } from '#server/platform/graph/sql.ts'

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
      join ${people.people} u on u.id = m.user_id and ${isOrBecomesMember(sql`u`)}
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
  join ${people.people} u on u.id = m.user_id and ${isOrBecomesMember(sql`u`)}
  where m.user_id = any(${given('mentions', 'bigint[]', mentions)})
    and m.peer_network_id in (
      select a.from_network_id from ${networks.network_access} a
      where a.kind = ${given('kind', 'text', threadType)} and a.to_network_id = any(${given('networks', 'bigint[]', networkIds)}))`

const MESSAGE = {
  ...CLAIM,
  threadId: 'bigint',
  parentId: 'bigint',
  isPrivate: 'boolean',
  readerIds: 'bigint[]',
  subject: 'text',
  html: 'text',
  text: 'text',
  senderId: 'bigint',
  replySeconds: 'integer[]',
  replyLimits: 'integer[]',
} as const
const MENTIONS = { mentionedIds: 'bigint[]', mentionSeconds: 'integer[]', mentionLimits: 'integer[]' } as const
type MessageParameters = Parameters<typeof MESSAGE & typeof ANNOUNCEMENT>

/** The parts of a reply that mentions members. */
const mentioningParts = (p: Parameters<typeof MESSAGE & typeof MENTIONS>) => ({
  isWithin: sql` and ${counted('mention', { actor: p.userId, asked: sql`cardinality(${p.mentionedIds})`, seconds: p.mentionSeconds, limits: p.mentionLimits })}`,
  mentioned: sql`
    mentioned as (insert into message_mentioned_users (message_id, user_id) select w.id, m from written w cross join unnest(${p.mentionedIds}) m),`,
})

function messageOf(
  p: MessageParameters,
  isAnonymous: boolean,
  { isWithin, mentioned } = { isWithin: empty, mentioned: empty },
  isMailed = false,
) {
  // A reply by email is not counted before staff approve it: nobody else sees it.
  const count = isMailed ? sql`refresh_threads(array[${p.threadId}])` : sql`count_reply(${p.threadId}, ${p.isPrivate})`
  const source = isMailed ? sql`'other'` : sql`'web'`
  const hidden = sql`
    hidden as (insert into anonymous_messages (message_id, thread_id, user_id, is_opening) select id, ${p.threadId}, ${p.userId}, false from written),`
  return sql`
    with claimed as (${claim(p, 'messages_id_seq')}),
    written as (
      insert into messages (id, thread_id, sender_id, message_replied_id, is_private, private_reader_ids, subject, body, parsed_body, cleaned_body, source, moderation_processed, moderation_approved)
      overriding system value select c.result, ${p.threadId}, ${p.senderId}, ${p.parentId}, ${p.isPrivate}, ${p.readerIds}, ${p.subject}, ${p.html}, ${p.html}, ${p.text}, ${source}, false, false from claimed c
      where ${counted('reply', { actor: p.userId, asked: sql`1`, seconds: p.replySeconds, limits: p.replyLimits })}${isWithin} returning id),${mentioned}${isAnonymous ? hidden : empty}${followUpsClause(p)}
    select id, ${count}, ${announcementClause(p)} from written`
}

const PLAIN = { ...MESSAGE, ...ANNOUNCEMENT } as const
/**
 * A statement for each choice of parts. Unused parts are omitted: they still cost planning time. count_reply is
 * volatile, so it sees the message that this statement has just written. Limits are counted after the idempotency key
 * is claimed, so that a repeated request is not counted twice.
 */
export const insertMessage = {
  named: statement('insert-message', PLAIN, (p) => messageOf(p, false)),
  anonymous: statement('insert-message-anonymous', PLAIN, (p) => messageOf(p, true)),
  mailed: statement('insert-message-mailed', PLAIN, (p) => messageOf(p, false, undefined, true)),
}
export const insertMentioningMessage = {
  named: statement('insert-message-mentioning', { ...PLAIN, ...MENTIONS }, (p) =>
    messageOf(p, false, mentioningParts(p)),
  ),
  anonymous: statement('insert-message-mentioning-anonymous', { ...PLAIN, ...MENTIONS }, (p) =>
    messageOf(p, true, mentioningParts(p)),
  ),
}

export const insertThread = statement(
  'insert-thread',
  {
    ...CLAIM,
    threadType: 'text',
    topic: 'text',
    text: 'text',
    html: 'text',
    networkIds: 'bigint[]',
    geographyIds: 'bigint[]',
    areaIds: 'bigint[]',
    mentionedIds: 'bigint[]',
    isAnonymous: 'boolean',
    source: 'text',
  },
  (p) => sql`
    with claimed as (${claim(p, 'threads_id_seq')}),
    written as (
      insert into threads (id, author_id, thread_type, topic, cleaned_body, cleaned_html, source)
      overriding system value select c.result, case when ${p.isAnonymous} then ${ANONYMOUS_USER_ID} else ${p.userId} end, ${p.threadType}, ${p.topic}, ${p.text}, ${p.html}, ${p.source} from claimed c returning id),
    placed as (insert into thread_peer_networks (thread_id, peer_network_id) select w.id, n from written w cross join unnest(${p.networkIds}) n),
    located as (insert into thread_geographies (thread_id, geography_id) select w.id, g from written w cross join unnest(${p.geographyIds}) g),
    tagged as (insert into thread_areas_of_expertise (thread_id, area_of_expertise_id) select w.id, a from written w cross join unnest(${p.areaIds}) a),
    opened as (
      insert into messages (thread_id, sender_id, is_original_message, subject, body, parsed_body, cleaned_body, source, moderation_processed, moderation_approved)
      select id, case when ${p.isAnonymous} then ${ANONYMOUS_USER_ID} else ${p.userId} end, true, ${p.topic}, ${p.html}, ${p.html}, ${p.text}, ${p.source}, false, false from written returning id),
    hidden as (insert into anonymous_messages (message_id, thread_id, user_id, is_opening) select o.id, w.id, ${p.userId}, true from written w cross join opened o where ${p.isAnonymous}),
    mentioned as (insert into message_mentioned_users (message_id, user_id) select o.id, m from opened o cross join unnest(${p.mentionedIds}) m),
    seen as (insert into viewer_threads (user_id, thread_id) select ${p.userId}, id from written)
    select w.id, o.id as message_id from written w cross join opened o`,
)
export const refreshThread = statement(
  'refresh-thread',
  { threadId: 'bigint' },
  (p) => sql`select refresh_threads(array[${p.threadId}])`,
)
export const threadChannels = statement(
  'thread-channels',
  { threadId: 'bigint' },
  (p) => sql`select channels from thread_feed where thread_id = ${p.threadId}`,
)

export const upsertView = statement(
  'upsert-view',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`insert into viewer_threads (user_id, thread_id) values (${p.userId}, ${p.threadId})
    on conflict (user_id, thread_id) do update set viewed_at = now()`,
)

export const selectKnown = statement(
  'select-known-tags',
  { geographyIds: 'bigint[]', areaIds: 'bigint[]' },
  (
    p,
  ) => sql`select array(select id from geographies where id = any(${p.geographyIds}) and retired_at is null) as geographies,
    array(select id from areas_of_expertise where id = any(${p.areaIds}) and retired_at is null) as areas_of_expertise`,
)
