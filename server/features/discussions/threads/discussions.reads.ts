import { isPostingMember } from '#server/platform/session/account-states.ts'
import { networks } from '#server/features/networks/index.ts'
import { blocks, followers, nameWords, people, profiles } from '#server/features/people/index.ts'
import { FOUND } from '#server/platform/graph/look-ups.ts'
import { define, many, one, page, onSameRow, storedAs, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, join, trustedSql, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { FEED_PAGE, REPLY_EXCERPT_LENGTH, THREAD_MESSAGES, THREAD_TYPES, TOP_REPLIES } from '#shared/discussions.ts'
import { MENTIONS_PER_POST } from '#shared/posts.ts'
import { SEARCH_CANDIDATES } from '#shared/search.ts'
import { reachedFrom, readable } from './discussions.access.ts'
import { readingState, publicFacts } from './reading.access.ts'

const TAGS = 50
const LIKES = 1000
const ATTACHMENTS = 50
const PRIVATE_READERS = 10
const SUGGESTIONS = 20

/** The thread types requested: `thread_type`, one of two switches, or undefined for all. */
function kindsAsked({ args, given, choice, chosen }: FieldContext): readonly string[] | undefined {
  if (given(args['thread_type']!)) return [choice(args['thread_type']!)!]
  const asked = [
    chosen(args['isPoll']!) ? 'poll' : '',
    chosen(args['isRecommendation']!) ? 'recommendation_request' : '',
  ].filter(Boolean)
  return asked.length > 0 ? asked : undefined
}

const kindNumber = (kind: string) => trustedSql(String(THREAD_TYPES.indexOf(kind as never)))
const ofKinds = (kinds: readonly string[] | undefined, column: Sql) =>
  kinds ? sql`and ${column} % 4 in (${join(kinds.map(kindNumber), ', ')})` : empty
const channelOf = (network: Sql, kind: string) =>
  sql`(${network} * ${trustedSql(String(THREAD_TYPES.length))} + ${kindNumber(kind)})::integer`

/** The channels of these networks, for all thread types. */
const channelsOf = (networks: Sql) =>
  sql`array(select n.id * ${trustedSql(String(THREAD_TYPES.length))} + k.kind from unnest(${networks}) n(id), generate_series(0, ${trustedSql(String(THREAD_TYPES.length - 1))}) k(kind))::integer[]`

/** Query for topics and excerpts, which find a thread until it is indexed. */
const inTopic = (args: FieldContext['args']) => sql`websearch_to_tsquery('english', ${args['search']!})`
/** Query for all text, once it is indexed. */
const searched = (args: FieldContext['args']) => sql`websearch_to_tsquery('words', ${args['search']!})`
const hasPhrase = (args: FieldContext['args']) => sql`${searched(args)}::text like '%<%'`

/** By topic and excerpt, until they are indexed. */
const notYetIndexed = (args: FieldContext['args']) => sql`
  select c.thread_id from ${reachedFrom.cards} c where c.thread_id in (select u.thread_id from ${publicFacts.unindexed} u)
    and to_tsvector('english', c.topic || ' ' || c.excerpt) @@ ${inTopic(args)}`

/** What the index found, which may hide a thread, never show one: the best first, after what is new, then the rest. */
const foundByIndex = (args: FieldContext['args']) => sql`(
  select h.thread_id, h.place from unnest(${FOUND.ids}) with ordinality h(thread_id, place)
  union all select n.thread_id, 0 from (${notYetIndexed(args)}) n where n.thread_id <> all(${FOUND.ids}))`

/**
 * Without the index: threads by words that the viewer can read in them: topic and excerpt, public messages, and private
 * replies to the viewer. The words of a phrase must be in one message; others may be anywhere in the thread.
 */
const foundByDatabase = (args: FieldContext['args']) => sql`
  ${notYetIndexed(args)}
  union select w.thread_id from ${publicFacts.words} w where w.words @@ ${searched(args)} and not ${hasPhrase(args)}
  union select w.thread_id from ${publicFacts.phrases} w where w.words @@ ${searched(args)} and ${hasPhrase(args)}
  union select w.thread_id from ${readingState.private_words} w where w.words @@ ${searched(args)}`

/** Filters beyond network and type; with any of them, matches are counted individually instead of summed up. */
function narrowing({ args, given }: FieldContext, f: Sql): Sql[] {
  const filters = [
    given(args['areasOfExpertise']!) && sql`${f}.area_of_expertise_ids && ${args['areasOfExpertise']!}`,
    given(args['geographies']!) && sql`${f}.geography_ids && ${args['geographies']!}`,
    given(args['postedByUserId']!) && sql`${f}.author_id = ${args['postedByUserId']!}`,
  ]
  return filters.filter((filter) => filter !== false)
}

/** Threads that the viewer has hidden; evaluated once per statement. */
export const hiddenIds = sql`array(select h.thread_id from ${readingState.hidden} h)`

/**
 * The newest entries, read in order from each of the viewer's networks (or, for given `kinds`, from each of their
 * channels) and merged. `reach` is the limit, as a literal.
 */
export function newest(
  asking: FieldContext,
  reach: number,
  kinds?: readonly string[],
  from: Sql = sql`${viewer.networks}`,
): Sql {
  const networks = Array.from({ length: asking.networks() }, (_, index) => sql`(${from})[${index + 1}]`)
  // Looks the channel up among the viewer's own first: for an unreadable channel this skips its entries without
  // scanning them.
  const places = kinds
    ? networks.flatMap((network) =>
        kinds.map(
          (kind) =>
            sql`e.channel = (select c.id from unnest(${viewer.channels}) c(id) where c.id = ${channelOf(network, kind)})`,
        ),
      )
    : networks.map((network) => sql`e.network_id = ${network}`)
  const branches = places.map(
    (place) => sql`
    (select e.pub_date, e.thread_id from ${readable.entries} e where ${place}
      and e.thread_id <> all(${hiddenIds}) order by e.pub_date desc, e.thread_id desc limit ${reach})`,
  )
  // A thread can be in several networks, so branches may return duplicates.
  return sql`select distinct on (n.pub_date, n.thread_id) n.pub_date, n.thread_id from (${join(branches, ' union all ')}) n
    order by n.pub_date desc, n.thread_id desc limit ${reach}`
}

interface Narrowed {
  own?: readonly Sql[]
  /** An array of networks; threads of others are excluded. */
  inNetworks?: Sql | undefined
  showsHidden?: boolean
}

/** Where a search looks, and how far up it ranks a thread `f`. */
function searching({ args, choice, isLookedUp }: FieldContext) {
  const isRanked = choice(args['order_by']!) === 'most_relevant'
  if (isLookedUp())
    return {
      source: sql`${foundByIndex(args)} h join ${readable.listed_facts} f on f.thread_id = h.thread_id`,
      // After the best, which are ranked, the newest first.
      rank: isRanked ? sql`-least(h.place, ${SEARCH_CANDIDATES + 1})` : sql`0`,
      filters: [],
    }
  // A match in the topic counts more than a match in the text.
  const rank = isRanked
    ? sql`4 * (select ts_rank(to_tsvector('english', c.topic), ${inTopic(args)}) from ${reachedFrom.cards} c where c.thread_id = f.thread_id) + coalesce((
        select ts_rank(w.words, ${searched(args)}) from ${publicFacts.words} w where w.thread_id = f.thread_id), 0)`
    : sql`0`
  return {
    source: sql`${readable.listed_facts} f`,
    rank,
    filters: [sql`f.thread_id in (${foundByDatabase(args)})`],
  }
}
const NOT_SEARCHING = { source: sql`${readable.listed_facts} f`, rank: sql`0`, filters: [] }

/** In the order of a feed, a week later weighs as much as one of these points. */
const WEEK_S = 604_800
const SHARED_AREA = 3
const FOLLOWED_AUTHOR = 3
const UNANSWERED = 1

/** By when it was posted or last answered to the group: private replies must not move it. */
const activity = sql`date_part('epoch', greatest(c.pub_date, c.last_reply_at))`

/** What the viewer knows about, and those they follow, before the rest; newer before older; not what they asked. */
const ownAreas = sql`array(select unnest(p.area_of_expertise_ids) from ${profiles.profiles} p where p.user_id = ${viewer.id})`
const relevance = sql`(
  ${SHARED_AREA} * (select count(*) from unnest(f.area_of_expertise_ids) a(id) where a.id = any(${ownAreas}))
  + case when f.author_id in (select w.followed_user_id from ${followers.own_follows} w) then ${FOLLOWED_AUTHOR} else 0 end
  + case when f.unanswered then ${UNANSWERED} else 0 end
  - case when f.author_id = ${viewer.id} then ${SHARED_AREA} else 0 end
  + date_part('epoch', f.pub_date) / ${WEEK_S})`

/** How the feed is ranked when it is not simply the newest first. */
function ranking({ args, choice }: FieldContext, { source, rank }: { source: Sql; rank: Sql }, isSearch: boolean) {
  const order = choice(args['order_by']!)
  if (order === 'most_active')
    return { source: sql`${source} join ${reachedFrom.cards} c on c.thread_id = f.thread_id`, rank: activity }
  return { source, rank: order === 'most_relevant' && !isSearch ? relevance : rank }
}

/** Entries with their cards. Of a deep page, only those that it keeps: joining all takes longer than finding them. */
function withCards(entries: Sql, order: Sql, isDeep: boolean) {
  const joined = (e: Sql) => sql`select f.* from (${e}) e join ${reachedFrom.cards} f on f.thread_id = e.thread_id`
  if (!isDeep) return { rows: joined(entries), order }
  return {
    rows: sql`select e.* from (${entries}) e`,
    order,
    widen: (page: Sql) => sql`${joined(page)} order by ${order}`,
  }
}

/** A page of the feed; `own` are filters that only the calling operation has. */
export function feed(asking: FieldContext, { own = [], inNetworks, showsHidden = false }: Narrowed = {}) {
  const { args, given } = asking
  const isSearch = given(args['search']!)
  const { filters: found, ...searched } = isSearch ? searching(asking) : NOT_SEARCHING
  const isRanked = ['most_active', 'most_relevant'].includes(asking.choice(args['order_by']!) ?? '')
  const { source, rank } = ranking(asking, searched, isSearch)
  const filters = [...narrowing(asking, trustedSql('f')), ...own, ...found]
  const kinds = kindsAsked(asking)
  const limit = { limit: args['limit'], offset: args['offset'], cap: FEED_PAGE }
  const reach = asking.reach(args['offset']!, FEED_PAGE)
  const isDeep = reach > FEED_PAGE
  if (filters.length === 0 && !isSearch && !showsHidden && !isRanked) {
    const entries = newest(asking, reach, kinds, inNetworks)
    const here = (channel: Sql) => (inNetworks ? sql`and ${channel} / 4 = any(${inNetworks})` : empty)
    return {
      isSteady: true,
      ...withCards(entries, sql`e.pub_date desc, e.thread_id desc`, isDeep),
      ...limit,
      count: sql`select (coalesce(sum(a.num_of_threads), 0) - (
          select count(*) from ${readingState.hidden} h where exists (
            select from ${readable.entries} e where e.thread_id = h.thread_id ${ofKinds(kinds, sql`e.channel`)} ${here(sql`e.channel`)})))::integer
        from ${readable.audiences} a where true ${ofKinds(kinds, sql`a.channels[1]`)}
          ${inNetworks ? sql`and exists (select from unnest(a.channels) c(id) where c.id = any(${viewer.channels}) ${here(sql`c.id`)})` : empty}`,
    }
  }
  const hiding = showsHidden ? sql`f.thread_id = any(${hiddenIds})` : sql`f.thread_id <> all(${hiddenIds})`
  const within = inNetworks ? [sql`f.channels && ${channelsOf(inNetworks)}`] : []
  const foremost = (m: Sql) => sql`${m}.rank desc, ${m}.pub_date desc, ${m}.thread_id desc`
  return {
    matched: sql`select f.thread_id, f.pub_date, ${rank} as rank from ${source} where ${join([...filters, ...within, hiding], ' and ')}
      ${ofKinds(kinds, sql`f.channels[1]`)}`,
    ...withCards(sql`select m.* from matched m order by ${foremost(sql`m`)} limit ${reach}`, foremost(sql`e`), isDeep),
    ...limit,
    count: sql`select count(*)::integer from matched`,
    // The best plan for a word depends on how common it is.
    isSteady: !isSearch,
  }
}

/** By `any`, because a join with `unnest` takes three times as long: the planner expects more rows than three. */
const topReplies = (t: Sql) => sql`
  select m.* from ${reachedFrom.public_replies} m where m.id = any(${t}.top_reply_ids)
    and m.sender_id not in (select b.blocked_user_id from ${blocks.own_blocks} b)`
const byPlace = (t: Sql, message: Sql) => sql`array_position(${t}.top_reply_ids, ${message}.id)`
/** Every thread has a card. If one had none, its tags would be missing; the field may not be null. */
const storedCard = (column: string) => (t: Sql) => sql`coalesce(${t}.stored_${trustedSql(column)}, '[]')`
/** Stored cards contain the replies of members whom the viewer has blocked. */
const blocksNobody = sql`not exists (select from ${blocks.own_blocks} b)`
const storedUnblocked = (t: Sql) => sql`
  select r.reply, r.place from json_array_elements(${storedCard('top_replies')(t)}) with ordinality r(reply, place)
  where (r.reply -> 'sender' ->> 'id')::bigint not in (select b.blocked_user_id from ${blocks.own_blocks} b)`
const topReply = storedAs(
  {
    selection: 'id',
    json: (t) => sql`case
      when not ${blocksNobody} then (
        select json_build_object('id', s.reply -> 'id') from (${storedUnblocked(t)}) s order by s.place limit 1)
      when ${t}.top_reply_ids <> '{}' then json_build_object('id', ${t}.top_reply_ids[1]) end`,
  },
  one((t) => sql`${topReplies(t)} order by ${byPlace(t, sql`m`)} limit 1`),
)
/** The networks whose members may read a thread; one that may by several of its networks is there as often. */
const accessible = (t: Sql) => sql`
  from ${reachedFrom.accessible_from} n where n.to_network_id = any(${t}.peer_network_ids) and n.kind = ${t}.thread_type`

export const discussionReads = define({
  Query: {
    threads: page((_, asking) => feed(asking)),
    thread: one((_, { args }) => sql`select f.* from ${readable.threads} f where f.thread_id = ${args['id']!}`),
    mention_suggestions: many((_, asking) => ({
      rows: sql`select s.* from (
        select u.*, exists (
          select from ${people.member_networks} m where m.user_id = u.id and m.peer_network_id in (${mentionable(asking)})) as can_read
        from ${people.people} u
        where ${isPostingMember(sql`u`)} and u.id <> ${viewer.id}
          and u.id not in (select b.user_id from ${blocks.parted} b)
          and ${nameWords(sql`u`)} @@ name_query(${asking.args['search']!})
          and u.name ilike any(array[${pattern(asking, '')}, ${pattern(asking, '% ')}])) s
        where s.can_read or (exists (${mentionable(asking)}) and exists (
          select from ${people.member_networks} m join ${people.memberships} o on o.peer_network_id = m.peer_network_id
          where m.user_id = s.id))`,
      order: sql`s.can_read desc, s.name, s.id`,
      limit: asking.args['limit'],
      cap: SUGGESTIONS,
      isSteady: true,
    })),
  },
  FeedItem: {
    thread: onSameRow(),
    author: one((t) => sql`select u.* from ${people.people} u where u.id = ${t}.author_id`),
    top_reply_message: topReply,
    top_replies: storedAs(
      {
        selection: 'id excerpt pub_date num_of_likes sender { id name company { id name } }',
        json: (t) => sql`case
          when ${blocksNobody} then ${storedCard('top_replies')(t)}
          else (select coalesce(json_agg(s.reply order by s.place), '[]') from (${storedUnblocked(t)}) s) end`,
      },
      many((t) => ({ rows: topReplies(t), order: byPlace(t, sql`m`), cap: TOP_REPLIES })),
    ),
  },
  Thread: {
    author: one((t) => sql`select u.* from ${people.people} u where u.id = ${t}.author_id`),
    top_reply_message: topReply,
    moderation: one(
      (t) =>
        sql`select b.processed, b.approved, b.processed_date from ${reachedFrom.bodies} b where b.id = ${t}.thread_id`,
    ),
    geographies: storedAs(
      { selection: 'id name', json: storedCard('geographies') },
      many((t) => ({
        rows: sql`select g.* from ${networks.geographies} g where g.id = any(${t}.geography_ids)`,
        order: sql`g.name, g.id`,
        cap: TAGS,
      })),
    ),
    areas_of_expertise: storedAs(
      { selection: 'id name', json: storedCard('areas_of_expertise') },
      many((t) => ({
        rows: sql`select a.* from ${networks.areas_of_expertise} a where a.id = any(${t}.area_of_expertise_ids)`,
        order: sql`a.name, a.id`,
        cap: TAGS,
      })),
    ),
    peer_networks: storedAs(
      { selection: 'id slug display_name', json: storedCard('peer_networks') },
      many((t) => ({
        rows: sql`select n.* from ${networks.peer_networks} n where n.id = any(${t}.peer_network_ids)`,
        order: sql`n.id`,
        cap: TAGS,
      })),
    ),
    accessible_from: many((t) => ({
      rows: sql`select n.* from (select distinct n.id, n.slug, n.display_name ${accessible(t)}) n`,
      order: sql`n.id`,
      cap: TAGS,
    })),
    num_of_readers: value(
      (t) => sql`
      select coalesce(sum(c.num_of_members), 0)::integer from ${people.member_counts} c
      where c.networks && array(select n.id ${accessible(t)})`,
    ),
    messages: many((t, { args }) => ({
      rows: sql`select m.* from ${reachedFrom.thread_messages} m where m.thread_id = ${t}.thread_id`,
      order: sql`m.order_date desc, m.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: THREAD_MESSAGES,
    })),
    is_blocked: value((t) => sql`${t}.author_id in (select b.blocked_user_id from ${blocks.own_blocks} b)`),
    // Everything that existed when all was marked as read counts as opened at that time.
    viewed_at: value(
      (t) => sql`
      greatest((select v.viewed_at from ${readable.views} v where v.thread_id = ${t}.thread_id),
        case when ${t}.pub_date <= (select r.read_at from ${readingState.marks} r) then (select r.read_at from ${readingState.marks} r) end)`,
    ),
  },
  Message: {
    is_blocked: value((m) => sql`${m}.sender_id in (select b.blocked_user_id from ${blocks.own_blocks} b)`),
    sender: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.sender_id`),
    excerpt: value((m) => sql`left(${m}.cleaned_body, ${REPLY_EXCERPT_LENGTH})`),
    moderation: one(
      (m) => sql`
      select ${m}.moderation_processed as processed, coalesce(${m}.moderation_approved, false) as approved, ${m}.processed_date
      where ${m}.moderation_processed is not null`,
    ),
    likes: many((m) => ({
      rows: sql`select l.* from ${reachedFrom.message_likes} l where l.message_id = ${m}.id`,
      order: sql`l.id`,
      cap: LIKES,
    })),
    mentioned_users: many((m) => ({
      rows: sql`select u.* from ${reachedFrom.message_mentioned_users} x join ${people.people} u on u.id = x.user_id where x.message_id = ${m}.id`,
      order: sql`u.id`,
      cap: MENTIONS_PER_POST,
    })),
    attachments: many((m) => ({
      rows: sql`select x.* from ${reachedFrom.message_attachments} x where x.message_id = ${m}.id`,
      order: sql`x.id`,
      cap: ATTACHMENTS,
    })),
    private_readers: many((m) => ({
      rows: sql`select u.* from ${people.people} u where u.id in (select x.user_id from ${reachedFrom.private_readers} x where x.message_id = ${m}.id)`,
      order: sql`u.id`,
      cap: PRIVATE_READERS,
      onlyIf: sql`${m}.is_private`,
    })),
  },
  MentionSuggestion: {
    company: one((s) => sql`select ${s}.company_id as id, ${s}.company_name as name where ${s}.company_id is not null`),
  },
  MessageAttachment: { file: value((x) => sql`'/api/attachments/' || ${x}.id`) },
  Mutation: {
    createThread: one((_, { result }) => sql`select f.* from ${readable.threads} f where f.thread_id = ${result}`),
    replyToThread: one((_, { result }) => sql`select m.* from ${readable.messages} m where m.id = ${result}`, {
      attachments: 'attachments',
      experts_mentioned: 'experts',
      mentioned_users: 'mentions',
      private_readers: 'isPrivate',
      is_blocked: null,
      own_sentiment: null,
      rejection: null,
    }),
    trackThreadView: one((_, { result }) => sql`select v.* from ${readable.views} v where v.thread_id = ${result}`),
  },
})

/** Who can be mentioned: members who can read the thread or, for a new one, the networks the viewer can post to. */
function mentionable({ args, given }: FieldContext): Sql {
  if (given(args['thread_id']!))
    return sql`select n.id from ${readable.threads} f cross join lateral (select distinct n.id ${accessible(trustedSql('f'))}) n where f.thread_id = ${args['thread_id']!}`
  return sql`select unnest(${viewer.networks})`
}

const pattern = ({ args }: FieldContext, before: string) =>
  sql`${trustedSql(`'${before}'`)} || replace(replace(replace(${args['search']!}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`
