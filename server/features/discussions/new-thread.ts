/** What helps a member who is about to ask: where they may, and what was asked before. */
import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, type Asking } from '#server/platform/graph/reads.ts'
import { raw, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { CREATION_ACCESS, THREAD_TYPES } from '#shared/discussions.ts'
import { readable } from './discussions.access.ts'

const SUGGESTIONS = 10
const CREATION_NETWORKS = 50

/** Which list of networks decides for a kind, as a case over the kinds. */
const creationAccess = (type: Sql) =>
  sql`case ${type} ${raw(THREAD_TYPES.map((each) => `when '${each}' then '${CREATION_ACCESS[each]}'`).join(' '))} end`

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

const WORDS = 10

/**
 * Threads with two words of the topic in common (or its only one), found by the index over words. Each of its words
 * alone would match half of everything that was ever asked. The likeness of the topics themselves decides the order.
 */
function alike({ args }: Asking): Sql {
  const topic = args['topic']!
  const words = sql`(tsvector_to_array(to_tsvector('english', ${topic})))[1:${WORDS}]`
  const quoted = (word: string) => sql`quote_literal(replace(${raw(word)}, '\\', ' '))`
  const shared = sql`(
    select string_agg('(' || ${quoted('a.word')} || ' & ' || ${quoted('b.word')} || ')', ' | ')::tsquery
    from unnest(${words}) with ordinality as a(word, place)
    join unnest(${words}) with ordinality as b(word, place) on a.place < b.place or cardinality(${words}) = 1)`
  const text = sql`to_tsvector('english', f.topic || ' ' || f.excerpt)`
  return sql`
    select f.*, l.likeness from ${readable.threads} f
    cross join lateral (select ts_rank(${text}, ${shared}) + similarity(f.topic, ${topic}) as likeness) l
    where f.visible and ${text} @@ ${shared}`
}
