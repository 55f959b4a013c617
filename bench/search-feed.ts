/** npm run bench -- search-feed: feed searches and filters vs. the unfiltered feed, alternating, for three members. */
import { reads } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, queryOf } from '#server/platform/graph/engine.ts'
import { findViewers, indexWaiting, median, openLarge, print, round, timeInTurn, type Reader } from './kit.ts'

const { database } = await openLarge()
await indexWaiting(database.write)
const viewers = await findViewers(database.hot)
const words = await wordsOf(database)
const askedOf = ({ networks }: Reader): Record<string, Record<string, unknown>> => ({
  unfiltered: {},
  rare_word: { search: words.rare },
  usual_word: { search: words.usual },
  two_words: { search: `${words.usual} ${words.other}` },
  phrase: { search: `"${words.usual} ${words.other}"` },
  relevant: { search: words.rare, order_by: 'most_relevant' },
  own: { ownThreads: true },
  polls: { isPoll: true },
  area: { areasOfExpertise: [3] },
  geography: { geographies: [3] },
  network: { peerNetworkIDs: [networks[0]] },
  unanswered: { unanswered: true },
  followed: { followed: true },
})
const hot = await database.hot.connect()
const search = await database.search.connect()
const ratios: Record<string, Record<string, number>> = {}
const milliseconds: Record<string, Record<string, number>> = {}
for (const [who, viewer] of Object.entries(viewers) as [keyof typeof viewers, Reader][]) {
  const asked = Object.entries(askedOf(viewer)).map(([name, variables]) => [
    name,
    run('SearchFilterFeed', viewer, variables),
  ])
  const times = await timeInTurn({ feed: run('threads', viewer), ...Object.fromEntries(asked) }, { times: 7 })
  milliseconds[who] = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms)]))
  ratios[who] = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms / times['feed']!)]))
  delete ratios[who]['feed']
}
hot.release()
search.release()
await database.close()
print('search-feed', {
  ratio_p50_to_feed: median(Object.values(ratios).flatMap((each) => Object.values(each))),
  must: { ratio_p50_to_feed: '<= 3' },
  ratios,
  milliseconds,
  words,
})

function run(operation: string, viewer: Reader, variables: Record<string, unknown> = {}) {
  const engine = makeEngine({ contract: loadContract(), reads, hot: database.hot, search: database.search })
  const input = { viewer, variables: engine.coerce(operation, variables) }
  const made = engine.variant(operation, input)
  const query = queryOf(made, input)
  return () => (made.statementName ? hot : search).query(query)
}

/** A word in one of a hundred topics, and two in one of ten. Replies contain them far more often. */
async function wordsOf({ hot: pool }: Database) {
  const { rows } = await pool.query<{ word: string; ndoc: number }>(
    `select word, ndoc from ts_stat($$select to_tsvector('simple', topic) from thread_feed where thread_id % 10 = 0$$)
     where length(word) > 4 order by ndoc, word`,
  )
  const threads = rows.reduce((most, { ndoc }) => Math.max(most, ndoc), 0)
  const near = (share: number, skip = 0) =>
    rows.filter(({ ndoc }) => ndoc >= threads * share)[skip]?.word ?? rows.at(-1)!.word
  return { rare: near(0.01), usual: near(0.1), other: near(0.1, 1) }
}
