/** The search loses its thread or its database while members search: each gets an answer or a clear sentence. */
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { FindThreads, PreviewThreads, SearchCorrections, SearchFilterFeed } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { awaitIndex, documentsHeld, startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const started: Worker[] = []
const hear = (worker: Worker) => void started.push(worker)
process.on('worker', hear)
afterAll(() => void process.off('worker', hear))

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, grace] = await testServer.members(demoMembers.member, demoMembers.billing)
const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], body: 'The lifeboat clause.' })
await startIndex(testServer)
const thread = started.at(-1)!
const find = async () =>
  (await grace.ask(FindThreads, { search: 'lifeboat' })).found_threads.items.map(({ thread_id }) => thread_id)
const ROUNDS = 6
const everySearch = () =>
  Array.from({ length: ROUNDS }, () => [
    grace.op(FindThreads, { search: 'lifeboat' }),
    grace.op(SearchFilterFeed, { search: 'lifeboat' }),
    grace.op(PreviewThreads, { search: 'lifeb' }),
    grace.op(SearchCorrections, { search: 'lifebaot' }),
  ]).flat()

it('answers from the database when the search thread dies, and from a new one soon after', async () => {
  const answers = everySearch()
  await thread.terminate()
  for (const { status, code } of await Promise.all(answers))
    expect({ status, code }).toEqual({ status: 200, code: undefined })
  expect(await find()).toEqual([id])
  expect(await documentsHeld(testServer.url, testServer.config.METRICS_TOKEN!)).toBe(0)
  await waitFor('a new thread', async () => (await find()).length > 0 && started.at(-1) !== thread, { within: 30_000 })
  await awaitIndex(testServer)
  // Without its scores the database cannot answer.
  await testServer.sql('alter function bm25 rename to hidden_bm25')
  expect(await find()).toEqual([id])
  await testServer.sql('alter function hidden_bm25 rename to bm25')
})

it('says so when PostgreSQL drops the connections of searches, and searches again without a restart', async () => {
  const client = await testServer.database.connect()
  // Searches wait for this, so that all are in the middle of a statement.
  await client.query('begin; lock table search_items')
  const answers = everySearch()
  const isWaiting = `datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await testServer.sql(`select from pg_stat_activity where ${isWaiting}`)).length
  await waitFor('searches that wait', async () => (await waiting()) > 1, { every: 5 })
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isWaiting}`)
  await client.query('rollback')
  await client.end()
  for (const { status, message } of await Promise.all(answers))
    if (status !== 200)
      expect({ status, message }).toEqual({
        status: 503,
        message: expect.stringMatching(/^Our database isn’t responding right now/),
      })
  await waitFor('searches', async () => (await find().catch(() => []))[0] === id)
  await awaitIndex(testServer)
  await testServer.sql('alter function bm25 rename to hidden_bm25')
  expect(await find()).toEqual([id])
  await testServer.sql('alter function hidden_bm25 rename to bm25')
})
