/** Helpers for composing a thread: networks the viewer can post to, and similar earlier threads. */
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, type FieldContext } from '#server/platform/graph/reads.ts'
import { join, trustedSql, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { CREATION_ACCESS, THREAD_TYPES } from '#shared/discussions.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'

const SUGGESTIONS = 10
const CREATION_NETWORKS = 50

/** A SQL case expression: thread type → the access list that governs its creation. */
const creationAccess = (type: Sql) =>
  sql`case ${type} ${trustedSql(THREAD_TYPES.map((each) => `when '${each}' then '${CREATION_ACCESS[each]}'`).join(' '))} end`

export const newThreadReads = define({
  Query: {
    suggest_threads: many((_, asking) => ({
      rows: asking.given(asking.args['topic']!)
        ? alike(asking)
        : sql`select f.* from ${readable.threads} f where false`,
      order: asking.given(asking.args['topic']!) ? sql`l.likeness desc, f.thread_id desc` : sql`f.thread_id`,
      limit: asking.args['limit'],
      cap: SUGGESTIONS,
    })),
    creation_networks: many((_, { args }) => ({
      rows: sql`select n.* from ${networks.peer_networks} n where n.id in (
        select a.to_network_id from ${people.memberships} m
        join ${networks.network_access} a on a.from_network_id = m.peer_network_id
          and a.kind = ${creationAccess(sql`${args['thread_type']!}`)}
        where m.peer_network_id = any(${viewer.networks}))`,
      order: sql`n.display_name, n.id`,
      cap: CREATION_NETWORKS,
    })),
  },
})

/** Longer words are more specific; each additional word makes the search slower. */
const WORDS = 6
const CANDIDATES = 60

/**
 * Threads that share words with the topic: all words first, then three, then two (or the only one). Each step stops at
 * `CANDIDATES`, because in a large community two words match thousands of threads, and ranking all of them took three
 * seconds. The candidates are ordered by topic words and similarity.
 */
function alike({ args }: FieldContext): Sql {
  const topic = args['topic']!
  const words = sql`array(
    select w from unnest(tsvector_to_array(to_tsvector('english', ${topic}))) w order by length(w) desc, w limit ${WORDS})`
  const place = (name: string) => sql`unnest(${words}) with ordinality as ${trustedSql(name)}(word, place)`
  const quoted = (name: string) => sql`quote_literal(replace(${trustedSql(name)}.word, '\\', ' '))`
  const two = sql`(
    select string_agg('(' || ${quoted('a')} || ' & ' || ${quoted('b')} || ')', ' | ')::tsquery
    from ${place('a')} join ${place('b')} on a.place < b.place or cardinality(${words}) = 1)`
  const three = sql`(
    select string_agg('(' || ${quoted('a')} || ' & ' || ${quoted('b')} || ' & ' || ${quoted('c')} || ')', ' | ')::tsquery
    from ${place('a')} join ${place('b')} on a.place < b.place join ${place('c')} on b.place < c.place)`
  const all = sql`plainto_tsquery('english', ${topic})`
  const step = (query: Sql) => sql`
    (select f.thread_id from ${readable.threads} f
     where f.visible and to_tsvector('english', f.topic || ' ' || f.excerpt) @@ ${query} limit ${CANDIDATES})`
  return sql`
    select f.*, l.likeness
    from (select distinct n.thread_id from (
      select s.thread_id from (${join([all, three, two].map(step), ' union all ')}) s limit ${2 * CANDIDATES}) n) c
    join ${reachedFrom.cards} f on f.thread_id = c.thread_id
    cross join lateral (
      select coalesce(ts_rank(to_tsvector('english', f.topic), ${two}), 0) + similarity(f.topic, ${topic}) as likeness) l`
}
