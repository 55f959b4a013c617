import type { PoolClient } from 'pg'
import { expect, it, vi } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ DATABASE_POOL: '3', DATABASE_WRITE_POOL: '3' })
const { application, database } = testServer

/** The names of the statements that each connection has planned. */
async function planned(pool: typeof database.hot): Promise<string[][]> {
  const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()))
  const names = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements order by name')
      return rows.map(({ name }) => name)
    }),
  )
  for (const client of clients) client.release()
  return names
}

it('plans what members ask for on every connection before the first request', async () => {
  const [helen, peer] = await testServer.members(demoMembers.member, demoMembers.peer)
  const viewer = (await viewerOf(database.write, helen.id))!
  await application.warmUp()
  const asked = { threads: { limit: 25 }, thread: { id: 77 }, Notifications: { limit: 25 } }
  const needed = Object.entries(asked).map(([name, given]) => {
    const variables = application.engine.coerce(name, given)
    return application.engine.variant(name, { viewer, variables }).statementName
  })
  for (const names of await planned(database.hot)) expect(names).toEqual(expect.arrayContaining(needed))
  const before = await planned(database.write)
  for (const names of before) expect(names).toContain('session')
  const { legal } = await networkIds(testServer)
  const { id: thread_id } = await insertThread(testServer, { author: peer.id, networks: [legal] })
  await helen.ask(ReplyToThread, { thread_id, body: '<p>As planned.</p>', idempotency_key: newKey() })
  const answers = (names: readonly string[]) => names.filter((name) => name.startsWith(ReplyToThread.name))
  expect((await planned(database.write)).map(answers)).toEqual(before.map(answers))
})

it('runs them until V8 has compiled what runs them', async () => {
  const run = vi.spyOn(application.engine, 'run')
  await application.warmUp()
  for (const name of ['threads', 'thread', 'Notifications'])
    expect(run.mock.calls.filter(([asked]) => asked === name).length).toBeGreaterThanOrEqual(20)
  run.mockRestore()
})

it('lets the server start and keeps every connection usable if some cannot be opened', async () => {
  const { hot } = database
  const connect = hot.connect.bind(hot) as () => Promise<PoolClient>
  let opened = 0
  hot.connect = (() =>
    ++opened === 2 ? Promise.reject(new Error('Too many clients.')) : connect()) as typeof hot.connect
  await application.warmUp()
  hot.connect = connect as typeof hot.connect
  expect(opened).toBe(3)
  const clients = await Promise.all(Array.from({ length: 3 }, () => hot.connect()))
  for (const client of clients) client.release()
})
