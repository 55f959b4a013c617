/** npm run bench -- library-reads: searches and pages of the library on one connection, beside the feed. */
import { reads } from '#server/app.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { FEED_PAGE } from '#shared/discussions.ts'
import { findViewers, openLarge, print, round, timeOperations, type AskedOperations } from './kit.ts'

const BOOKMARKS = 1_000
const { database } = await openLarge()
const { one } = await findViewers(database.hot)
const engine = makeEngine({ contract: loadContract(), reads, hot: database.hot, search: database.search })
const first = async (text: string) => (await database.write.query<{ id: number }>(text, [one.networks])).rows[0]!.id
const event = await first('select id from events where peer_network_id = any($1) order by id limit 1')
const series = await first('select id from series where peer_network_id = any($1) order by id limit 1')
await database.write.query(
  `insert into bookmarks (user_id, kind, item_id)
   select $1, 'THREAD', f.thread_id from thread_feed f where f.visible and f.peer_network_ids && $2::bigint[] order by f.thread_id desc limit ${BOOKMARKS}
   on conflict do nothing`,
  [one.id, one.networks],
)
// Nearly all documents have the other words.
const rare = await database.write.query<{ word: string }>(
  `select word from ts_stat('select words_of_pages from peer_documents where id % 10 = 0') where ndoc = 2 and length(word) > 4 order by word limit 1`,
)
const asked: AskedOperations = {
  feed: ['threads', { limit: FEED_PAGE }],
  documents: ['SearchPeerDocuments', {}],
  documents_word: ['SearchPeerDocuments', { search: 'indemnity' }],
  documents_words: ['SearchPeerDocuments', { search: 'indemnity clause' }],
  documents_rare_word: ['SearchPeerDocuments', { search: rare.rows[0]!.word }],
  documents_topic: ['SearchPeerDocuments', { areas_of_expertise: [3] }],
  events: ['SearchFilterEvents', {}],
  events_word: ['SearchFilterEvents', { search: 'privilege' }],
  all_events_word: ['SearchFilterAllEvents', { search: 'privilege' }],
  event: ['GetEventById', { id: event }],
  series: ['SeriesByPk', { id: series }],
  learning_word: ['AllLearningHubSearch', { search: 'privilege' }],
  bookmarks_of_1000: ['GetBookmarkCollections', {}],
}
const times = await timeOperations({ database, engine, viewer: one }, asked)
await database.close()
print('library-reads', {
  must: { documents_of_the_feed: '<= 3', events_of_the_feed: '<= 3' },
  milliseconds: Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, round(ms)])),
  ratios_to_the_feed: Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, round(ms / times['feed']!, 1)]),
  ),
})
