/** Feed search, related and trending threads, and a member's public activity. */
import { experts } from '#server/features/experts/index.ts'
import { isFeatureOn, networks } from '#server/features/networks/index.ts'
import { blocks, profiles } from '#server/features/people/index.ts'
import {
  define,
  many,
  one,
  page,
  steadyOne,
  onSameRow,
  value,
  type FieldContext,
} from '#server/platform/graph/reads.ts'
import { empty, trustedSql, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { ACTIVITY_PAGE, RECENT_DAYS, RELATED_THREADS } from '#shared/reading.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'
import { feed, hiddenIds, newest } from '#server/features/discussions/threads/discussions.reads.ts'
import { anonymity } from '#server/features/discussions/anonymity/anonymity.access.ts'
import { follows } from './follows.access.ts'
import { readingState, publicFacts } from '#server/features/discussions/threads/reading.access.ts'

/** Trending threads are among so many of the newest in the viewer's feed. */
const RECENT = 200
/** Of them, those with the most replies are weighed by who agreed and who read, which is counted message by message. */
const WEIGHED = 15
/** Replies of the trending thread that its summary is made of. */
const SUMMARIZED = 40
/** How many candidates are compared per relation: shared areas, shared places, shared words. */
const COMPARED = 150
/** Of the words of a topic, those that occur in so many messages at most, taken together. */
const WORDS_BUDGET = 2_000

/** Of the requested networks, those of the session. Otherwise forged ids would reveal what other networks contain. */
const ownNetworks = ({ args }: FieldContext) =>
  sql`array(select n.id from unnest(${viewer.networks}) n(id) where n.id = any(${args['peerNetworkIDs']!}))`

/** Filters that only this operation has. */
function ownFilters({ args, chosen }: FieldContext): Sql[] {
  const f = trustedSql('f')
  const filters = [
    // Two index lookups: checking the author of every thread took thirty times as long as the feed.
    chosen(args['ownThreads']!) &&
      sql`${f}.thread_id in (select c.thread_id from ${reachedFrom.cards} c where c.author_id = ${viewer.id}
        union all select a.thread_id from ${anonymity.own_anonymous} a where a.is_opening)`,
    chosen(args['unanswered']!) && sql`${f}.unanswered`,
    chosen(args['followed']!) && sql`${f}.thread_id in (select w.thread_id from ${follows.follows} w)`,
  ]
  return filters.filter((filter) => filter !== false)
}

const topicWords = (t: Sql) => sql`tsvector_to_array(to_tsvector('english', ${t}.topic))`
const shared = (column: Sql) => sql`(select count(*) from unnest(r.${column}) a(id) where a.id = any(f.${column}))`

/**
 * The rarest words of the topic, as long as their messages are few enough to be looked at; if even the rarest has more,
 * all the words together. A word that nearly every discussion has relates none of them.
 */
const rareWords = sql`(
  select coalesce(string_agg(quote_literal(n.word), ' | ') filter (where n.running <= ${WORDS_BUDGET}), string_agg(quote_literal(n.word), ' & '))::tsquery
  from (
    select w.word, sum(l.documents) over (order by l.documents, w.word) as running from unnest(r.words) w(word) cross join lateral (
      select coalesce(sum(l.documents), 0) as documents from ${readable.lexemes} l where l.lexeme = w.word) l) n)`

function related(_: Sql, { args }: FieldContext) {
  const kin = (condition: Sql) => sql`
    (select f.thread_id from ${readable.listed_facts} f join ${reachedFrom.cards} c on c.thread_id = f.thread_id
      where f.thread_id <> r.thread_id and f.thread_id <> all(${hiddenIds}) and ${condition}
      order by f.pub_date desc, f.thread_id desc limit ${COMPARED})`
  return {
    rows: sql`select f.*, ${shared(trustedSql('area_of_expertise_ids'))} * 3 + ${shared(trustedSql('geography_ids'))}
          + 2 * (select count(*) from unnest(${topicWords(sql`f`)}) w(word) where w.word = any(r.words)) as kinship
      from (select r.*, ${topicWords(sql`r`)} as words from ${readable.threads} r where r.thread_id = ${args['thread_id']!} offset 0) r
      cross join lateral (
        ${kin(sql`f.area_of_expertise_ids && r.area_of_expertise_ids`)} union
        ${kin(sql`f.geography_ids && r.geography_ids`)} union
        ${kin(sql`to_tsvector('english', c.topic || ' ' || c.excerpt) @@ ${rareWords}`)}) e
      join ${reachedFrom.cards} f on f.thread_id = e.thread_id`,
    order: sql`kinship desc, f.pub_date desc, f.thread_id desc`,
    cap: RELATED_THREADS,
  }
}

const recently = sql`now() - make_interval(days => ${RECENT_DAYS})`

/** Public replies, likes of public messages, and readers of the last `RECENT_DAYS` days: nothing private counts. */
function trending(_: Sql, asking: FieldContext) {
  const { args, given, chosen } = asking
  const ofDiscipline = given(args['discipline']!)
    ? sql`and exists (
        select from ${networks.peer_networks} n join ${networks.disciplines} d on d.id = n.discipline_id
        where n.id = any(f.peer_network_ids) and n.id = any(${viewer.networks}) and d.type = ${args['discipline']!})`
    : empty
  // Replies that everyone who reads the thread reads, for whoever summarizes them.
  const texts = chosen(args['get_summaries']!)
    ? sql`case when ${isFeatureOn('ai_assistant')} and not exists (select from ${profiles.declined_summaries} d) then (
        select json_agg(m.cleaned_body) from (
          select m.cleaned_body from ${reachedFrom.thread_messages} m
          where m.thread_id = t.thread_id and m.visible and not m.is_private and not m.is_original_message
            and not exists (select from ${blocks.own_blocks} b where b.blocked_user_id = m.sender_id)
          order by m.num_of_likes desc, m.id desc limit ${SUMMARIZED}) m) end`
    : sql`null::json`
  return sql`select t.*, ${texts} as texts from (
      select f.*, said.num_of_recent_responses, said.num_of_recent_responses * 3 + said.agreed * 2 + o.readers as weight
      from (
        select f.* from (${newest(asking, RECENT)}) e join ${reachedFrom.cards} f on f.thread_id = e.thread_id
        order by f.num_of_responses desc, f.pub_date desc, f.thread_id desc limit ${WEIGHED}) f
      cross join lateral (
        select count(*) filter (where not m.is_original_message and m.order_date > ${recently})::integer as num_of_recent_responses,
          coalesce(sum((select count(*) from ${publicFacts.agreed} l where l.message_id = m.id and l.created_at > ${recently}))
            filter (where m.num_of_likes > 0), 0) as agreed
        from ${reachedFrom.thread_messages} m where m.thread_id = f.thread_id and m.visible and not m.is_private) said
      cross join lateral (
        select count(*) as readers from ${publicFacts.opened} v where v.thread_id = f.thread_id and v.viewed_at > ${recently}) o
      where true ${ofDiscipline}) t
    where t.weight > 0 order by t.weight desc, t.pub_date desc, t.thread_id desc limit 1`
}

/** A member's public replies in threads that the viewer can read. */
const repliesOf = (userId: Sql) => sql`
  select m.* from ${readable.messages} m
  where m.sender_id = ${userId} and m.visible and not m.is_private and not m.is_original_message`
const interactionsOf = (userId: Sql) => sql`
  select 'thread' as kind, f.pub_date as occurred_at, f.thread_id, null::bigint as message_id, null::bigint as recommendation_id
    from ${readable.threads} f where f.author_id = ${userId} and f.visible
  union all
  select 'reply', m.order_date, m.thread_id, m.id, null from (${repliesOf(userId)}) m
  union all
  select 'recommendation', r.pub_date, null, null, r.id from ${experts.recommendations} r where r.author_id = ${userId}`

const hiddenStanding = one(
  (_, { result }) => sql`
    select f.thread_id, exists (select from ${readingState.hidden} h where h.thread_id = f.thread_id) as is_hidden
    from ${readable.threads} f where f.thread_id = ${result}`,
)
const threadOf = one((t) => sql`select f.* from ${reachedFrom.cards} f where f.thread_id = ${t}.thread_id`)
const userId = ({ args }: FieldContext) => sql`${args['user_id']!}`

export const readingReads = define({
  Thread: {
    is_hidden: value((t) => sql`exists (select from ${readingState.hidden} h where h.thread_id = ${t}.thread_id)`),
  },
  RecentThread: { thread: onSameRow() },
  PublicReply: { message: onSameRow(), thread: threadOf },
  Interaction: {
    thread: threadOf,
    message: one((i) => sql`select m.* from ${readable.messages} m where m.id = ${i}.message_id`),
    recommendation: one((i) => sql`select r.* from ${experts.recommendations} r where r.id = ${i}.recommendation_id`),
  },
  Query: {
    searchFilterFeed: page((_, asking) =>
      feed(asking, {
        own: ownFilters(asking),
        inNetworks: asking.given(asking.args['peerNetworkIDs']!) ? ownNetworks(asking) : undefined,
        showsHidden: asking.choice(asking.args['show']!) === 'hidden',
      }),
    ),
    getRelatedThreads: many(related),
    getTrendingThread: steadyOne(trending),
    userReplies: page((_, asking) => ({
      rows: repliesOf(userId(asking)),
      order: sql`m.order_date desc, m.id desc`,
      limit: asking.args['limit'],
      offset: asking.args['offset'],
      cap: ACTIVITY_PAGE,
      count: sql`select count(*)::integer from (${repliesOf(userId(asking))}) c`,
    })),
    getUserInteractions: page((_, asking) => ({
      matched: interactionsOf(userId(asking)),
      rows: sql`select i.* from matched i`,
      order: sql`i.occurred_at desc, i.thread_id desc, i.message_id desc, i.recommendation_id desc`,
      limit: asking.args['limit'],
      offset: asking.args['offset'],
      cap: ACTIVITY_PAGE,
      count: sql`select count(*)::integer from matched`,
    })),
    getInteractionsCount: value(
      (_, asking) => sql`select count(*)::integer from (${interactionsOf(userId(asking))}) c`,
    ),
  },
  Mutation: {
    hideThread: hiddenStanding,
    unhideThread: hiddenStanding,
    markAllThreadsRead: one(
      (_, { result }) => sql`
        select x.read_at from (select ${result} as user_id) v
        left join ${readingState.marks} x on x.user_id = v.user_id`,
    ),
  },
})
