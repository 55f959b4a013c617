/** The “limit” statements of the benchmarks return what the operations do; otherwise their figures compare nothing. */
import { expect, it } from 'vitest'
import { thread, threads } from '#api/operations.ts'
import { reachOf } from '../../bench/kit.ts'
import { FEED, THREAD } from '../../bench/limit-statements.ts'
import { differences } from '../../bench/same-answer.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const READERS = [demoMembers.member, demoMembers.peer, demoMembers.finance]
const limitOf = async (text: string, values: unknown[]) =>
  JSON.parse((await testServer.database.hot.query<{ body: string }>(text, values)).rows[0]!.body) as unknown

it.each(READERS)('in the feed of %s', async (email) => {
  const client = await testServer.member(email)
  const { id, networks, channels } = await reachOf(testServer.database.hot, client.id)
  const ours = await client.ask(threads, {})
  expect(ours.threads.items.length).toBeGreaterThan(10)
  expect(differences('threads', ours, await limitOf(FEED, [networks, channels, id]))).toEqual([])
})

it.each(READERS)('in the threads of %s', async (email) => {
  const client = await testServer.member(email)
  const { channels } = await reachOf(testServer.database.hot, client.id)
  const { items } = (await client.ask(threads, {})).threads
  // The limit statements do not include ballots.
  const ids = items.flatMap((item) => (item.thread.thread_type === 'poll' ? [] : item.thread.id))
  for (const id of ids) {
    const limit = await limitOf(THREAD, [id, client.id, channels])
    expect(differences('thread', await client.ask(thread, { id }), limit)).toEqual([])
  }
})

it('names the field that an answer lacks or has otherwise', () => {
  const card = { count: 1, items: [] }
  expect(differences('threads', { threads: card }, { threads: { ...card, count: 2 } })).toEqual([
    'threads.threads.count: 1 and 2',
  ])
  expect(differences('threads', { threads: card }, { threads: { items: [] } })).toEqual([
    'threads.threads.count: not in the limit\u2019s answer',
  ])
})
