/** Queries of one page share a connection: each gets its own answer, and one that fails leaves the others alone. */
import { expect, it } from 'vitest'
import { startTestServer } from '../harness/test-server.ts'

const { hot } = (await startTestServer()).database
const backendOf = async (waits = 0): Promise<number> => {
  const { rows } = await hot.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep($1)', [waits])
  return rows[0]!.pid
}
const valueOf = async (value: number): Promise<number> => {
  const { rows } = await hot.query<{ value: number }>({
    name: 'value',
    text: 'select $1::integer as value',
    values: [value],
  })
  return rows[0]!.value
}

it('sends what is asked at once on one connection, and gives each its own answer', async () => {
  const backends = await Promise.all([backendOf(0.05), backendOf(), backendOf()])
  expect(new Set(backends).size).toBe(1)
  expect(await Promise.all([1, 2, 3, 4].map(valueOf))).toEqual([1, 2, 3, 4])
})

it('does not let one page wait for the queries of another', async () => {
  const first = backendOf(0.2)
  await new Promise(setImmediate)
  const second = backendOf()
  expect(await Promise.race([first, second])).toBe(await second)
  expect(await first).not.toBe(await second)
})

it('spreads many over several connections', async () => {
  const backends = await Promise.all(Array.from({ length: 30 }, () => backendOf(0.001)))
  expect(new Set(backends).size).toBe(3)
})

it('reports a failed query to who asked it, and keeps the connection', async () => {
  const [before, failed, after] = await Promise.allSettled([valueOf(1), hot.query('select 1 / 0'), valueOf(2)])
  expect(before).toMatchObject({ value: 1 })
  expect(failed).toMatchObject({ reason: { code: '22012' } })
  expect(after).toMatchObject({ value: 2 })
  expect(await valueOf(3)).toBe(3)
})

it('replaces a connection that was lost, and only those who waited on it are told', async () => {
  const waiting = Promise.allSettled([backendOf(5), valueOf(1)])
  // In a turn of its own, so on another connection.
  await new Promise(setImmediate)
  const endBackend = () =>
    hot.query<{ lost: boolean }>(
      `select pg_terminate_backend(pid) as lost from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%' and state = 'active'`,
    )
  await expect.poll(async () => (await endBackend()).rows).toEqual([{ lost: true }])
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([1, 2, 3].map(valueOf))).toEqual([1, 2, 3])
  // The connection is given back after the answers.
  await new Promise(setImmediate)
  expect(hot.totalCount).toBeGreaterThan(0)
  expect(hot.idleCount).toBe(hot.totalCount)
})

it('gives up a connection whose answer did not come in time', async () => {
  const late = { text: 'select pg_sleep(5)', query_timeout: 50 }
  const [, answer] = await Promise.allSettled([valueOf(1), hot.query(late)])
  expect(answer).toMatchObject({ reason: { message: 'Query read timeout' } })
  expect(await Promise.all([valueOf(2), valueOf(3)])).toEqual([2, 3])
})
