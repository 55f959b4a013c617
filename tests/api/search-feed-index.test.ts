/** Search of the feed by the index: one list, as the full search has it. */
import { expect, it } from 'vitest'
import {
  FindThreads,
  FollowThread,
  HideThread,
  SearchFilterFeed,
  threads,
  UnhideThread,
  type SearchFilterFeedQueryVariables,
} from '#api/operations.ts'
import { SEARCH_CANDIDATES } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import { startIndex } from '../harness/search-index.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { promiseFeedSearch } from './search-feed-promises.ts'

const testServer = await promiseFeedSearch(startIndex)
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
const found = async (variables: SearchFilterFeedQueryVariables) =>
  (await grace.ask(SearchFilterFeed, variables)).searchFilterFeed
const ids = async (variables: SearchFilterFeedQueryVariables) =>
  (await found(variables)).items.map(({ thread }) => thread.id)
const put = async (body: string, pub_date: string) =>
  (await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Zoo', body, pub_date })).id

const near = await put('In the yard the civet genet met.', '2025-03-01T00:00:00Z')
const apart = await put('The civet met a genet in the yard.', '2025-04-01T00:00:00Z')
const one = await put('A genet. A genet!', '2025-05-01T00:00:00Z')
await testServer.sql('select index_messages(1000000)')

it('ranks all words first, side by side before apart, then any of them, as the full search does', async () => {
  const full = (await grace.ask(FindThreads, { search: 'civet genet' })).found_threads
  expect(full.items.map(({ thread_id }) => thread_id)).toEqual([near, apart, one])
  expect(await ids({ search: 'civet genet', order_by: 'most_relevant' })).toEqual([near, apart, one])
  expect((await grace.ask(threads, { search: 'civet genet', order_by: 'most_relevant' })).threads.count).toBe(3)
})

it('keeps the order of dates, and leaves out what has only some words where anything has all', async () => {
  expect(await ids({ search: 'civet genet' })).toEqual([apart, near])
  expect(await ids({ search: 'genet' })).toEqual([one, apart, near])
  expect(await ids({ search: 'genet unwritten' })).toEqual([one, apart, near])
})

it('filters what it found, counts it exactly, and pages through it', async () => {
  const both = { search: 'civet genet', order_by: 'most_relevant' as const }
  await grace.ask(HideThread, { thread_id: apart })
  expect(await found(both)).toMatchObject({ count: 2, items: [{ thread: { id: near } }, { thread: { id: one } }] })
  expect(await ids({ ...both, show: 'hidden' })).toEqual([apart])
  await grace.ask(UnhideThread, { thread_id: apart })
  await grace.ask(FollowThread, { thread_id: one })
  expect(await ids({ ...both, followed: true })).toEqual([one])
  await insertMessage(testServer, { thread: near, sender: marcus.id, body: 'Indeed.' })
  expect(await ids({ ...both, unanswered: true })).toEqual([apart, one])
  expect(await ids({ ...both, limit: 1, offset: 1 })).toEqual([apart])
})

it('asks the index, and the database where there is none', async () => {
  await testServer.sql('alter table thread_words rename to not_thread_words')
  expect(await ids({ search: 'civet genet' })).toEqual([apart, near])
  await testServer.sql('alter table not_thread_words rename to thread_words')
})

it('ranks the best thousand, and lists the rest newest first', async () => {
  const last = 4
  await testServer.sql(
    `with made as (
      insert into threads (author_id, topic, cleaned_body, cleaned_html, processed, approved, pub_date)
        select $1, 'Zoo', 'A wapiti.', '<p>A wapiti.</p>', true, true, timestamptz '2020-01-01' + n * interval '1 day'
        from generate_series(1, $3::integer) n returning id, pub_date),
    placed as (insert into thread_peer_networks (thread_id, peer_network_id) select m.id, $2 from made m)
    insert into messages (thread_id, sender_id, is_original_message, body, parsed_body, cleaned_body, pub_date)
      select m.id, $1, true, '<p>A wapiti.</p>', 'A wapiti.', 'A wapiti.', m.pub_date from made m`,
    [helen.id, legal, SEARCH_CANDIDATES + last],
  )
  await testServer.sql(`select refresh_threads(array(select id from threads where cleaned_body = 'A wapiti.'))`)
  await testServer.sql('select index_messages(1000000)')
  const wapiti = { search: 'wapiti', order_by: 'most_relevant' as const, offset: SEARCH_CANDIDATES }
  const oldest = await testServer.sql<{ id: number }>(
    `select id from (select id, pub_date from threads where cleaned_body = 'A wapiti.' order by pub_date limit $1) o order by o.pub_date desc`,
    [last],
  )
  expect(await found(wapiti)).toMatchObject({ count: SEARCH_CANDIDATES + last })
  expect(await ids(wapiti)).toEqual(oldest.map(({ id }) => id))
})
