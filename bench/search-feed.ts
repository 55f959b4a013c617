/** npm run bench -- search-feed: searches and filters of the feed against the feed as it is, on one connection in turn. */
import { reads } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { findViewers, median, openLarge, print, round, timeInTurn, type Reader } from './kit.ts'

const { database } = await openLarge()
const { three } = await findViewers(database.hot)
const words = await wordsOf(database)
const asked: Record<string, Record<string, unknown>> = {
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
  network: { peerNetworkIDs: [three.networks[0]] },
  unanswered: { unanswered: true },
  followed: { followed: true },
}
const hot = await database.hot.connect()
const search = await database.search.connect()
const times = await timeInTurn(
  {
    feed: run('threads', three),
    ...Object.fromEntries(
      Object.entries(asked).map(([name, variables]) => [name, run('SearchFilterFeed', three, variables)]),
    ),
  },
  { times: 15 },
)
hot.release()
search.release()
await database.close()
const ratios = Object.fromEntries(Object.keys(asked).map((name) => [name, round(times[name]! / times['feed']!)]))
print('search-feed', {
  ratio_p50_to_feed: median(Object.values(ratios)),
  must: { ratio_p50_to_feed: '<= 3' },
  ratios,
  milliseconds: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms)])),
  words,
})

function run(operation: string, viewer: Reader, variables: Record<string, unknown> = {}) {
  const engine = makeEngine({ contract: loadContract(), reads, hot: database.hot, search: database.search })
  const input = { viewer, variables: engine.coerce(operation, variables) }
  const { text, slots, isDefault } = engine.variant(operation, input)
  const values = slots.map((slot) => slot.read(input))
  return () => (isDefault ? hot.query({ name: operation, text, values }) : search.query({ text, values }))
}

/** A word of one thread in a thousand, and two of one in fifty, as the set has them. */
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
