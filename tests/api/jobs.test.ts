/** Background jobs, with the server's own worker: a running job stays with its worker, whatever the database does. */
import { afterEach, describe, expect, it } from 'vitest'
import { queueFollowUps } from '#server/platform/jobs/follow-ups.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { releaseOrphanedJobs } from '#server/platform/jobs/orphaned-jobs.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A worker with one kind of job, which runs until `end` is called. */
async function startWorker() {
  const { write: pool, connect, connection } = testServer.database
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const bus = await postgresBus(connect, pool)
  const work = () => {
    runs += 1
    begun.resolve()
    return ended.promise
  }
  const runner = await startJobs({
    pool,
    bus,
    connection,
    jobs: { 'test:lasting': work },
    metrics: makeMetrics(),
    schedule: '',
  })
  stops.push(
    () => bus.close(),
    () => runner.stop(),
  )
  await testServer.sql(`select from graphile_worker.add_job('test:lasting')`)
  await begun.promise
  return { end: ended.resolve, runs: () => runs }
}
const jobsLeft = async () => {
  const rows = await testServer.sql<{ locked_by: string | null }>('select locked_by from graphile_worker._private_jobs')
  return rows.map(({ locked_by }) => locked_by !== null)
}

describe('what follows', () => {
  const write = (count: number) =>
    testServer.sql(
      `insert into follow_ups (task, payload) select 'test:lasting', json_build_object('n', n) from generate_series(1, $1) n`,
      [count],
    )

  it('is given to the queue once, however many ask at once', async () => {
    await write(1_203)
    const given = await Promise.all([1, 2, 3].map(() => queueFollowUps(testServer.database.write)))
    expect(given.reduce((sum, each) => sum + each)).toBe(1_203)
    expect(await queueFollowUps(testServer.database.write)).toBe(0)
    const [queued] = await testServer.sql<{ all: number; different: number }>(
      `select count(*)::integer as all, count(distinct payload ->> 'n')::integer as different from graphile_worker._private_jobs`,
    )
    expect(queued).toEqual({ all: 1_203, different: 1_203 })
    await testServer.sql('delete from graphile_worker._private_jobs')
  })

  it('is done also when nobody has heard the announcement', async () => {
    const worker = await startWorker()
    worker.end()
    await waitFor('the first to be done', async () => (await jobsLeft()).length === 0)
    await write(2)
    await waitFor('the others to be done', () => worker.runs() === 3)
    expect(await testServer.sql('select from follow_ups')).toEqual([])
  })
})

describe('a job that lasts', () => {
  it('is not given to a second worker while the first lives', async () => {
    const worker = await startWorker()
    await testServer.sql(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
    await testServer.sql(releaseOrphanedJobs)
    expect(await jobsLeft()).toEqual([true])
    worker.end()
    await waitFor('the job to be done', async () => (await jobsLeft()).length === 0)
    expect(worker.runs()).toBe(1)
  })

  it('is held again, and noted as done, after the database has dropped every connection', async () => {
    const worker = await startWorker()
    const holders = async () => {
      const rows = await testServer.sql<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.map(({ pid }) => pid)
    }
    const [holder] = await holders()
    await testServer.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'counterpart job%' and datname = current_database()`,
    )
    await waitFor('the name to be held again', async () => (await holders()).some((pid) => pid !== holder))
    await testServer.sql(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
    await testServer.sql(releaseOrphanedJobs)
    expect(await jobsLeft()).toEqual([true])
    worker.end()
    await waitFor('the job to be done', async () => (await jobsLeft()).length === 0)
    expect(worker.runs()).toBe(1)
  })
})

describe('a server with JOBS=only', () => {
  it('runs jobs, shows its health, and serves no members', async () => {
    const runner = await startTestServer({ JOBS: 'only' })
    const readiness = async () => (await fetch(`${runner.url}/readyz`)).status
    expect(await readiness()).toBe(503)
    await runner.application.startJobs()
    expect(await readiness()).toBe(200)
    await runner.sql(`select from graphile_worker.add_job('accounts:sweep')`)
    await waitFor('the job to be done', async () =>
      (await runner.metrics()).includes('counterpart_jobs_total{task="accounts:sweep",outcome="done"} 1'),
    )
    const asked = ['/', '/feed', '/auth/login', '/api/live'].map((path) => fetch(runner.url + path))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const operation = await fetch(`${runner.url}/api/graphql/threads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"variables":{}}',
    })
    expect(operation.status).toBe(404)
  })
})
