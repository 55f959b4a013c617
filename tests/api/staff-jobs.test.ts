/** Staff see the queue and the state of the installation, retry and remove; an error shows nobody's data. */
import { expect, it } from 'vitest'
import { GetStaffActs, GetStaffJobs, GetSystemState, RemoveJob, RetryJob } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]

/** Due tomorrow, so that no worker takes it. */
async function put({ attempts = 0, error = null as string | null, isRunning = false } = {}) {
  const [{ id }] = (await testServer.sql(
    `select id from graphile_worker.add_job('accounts:sweep', run_at => now() + interval '1 day', max_attempts => 3)`,
  )) as [{ id: number }]
  await testServer.sql(
    `update graphile_worker._private_jobs set attempts = $2, last_error = $3,
       locked_at = case when $4 then now() end, locked_by = case when $4 then 'a worker' end where id = $1`,
    [id, attempts, error, isRunning],
  )
  return Number(id)
}
const ERROR = `Error: 550 <helen@legal.test> refused "Helen Marsh" (key=(helen)) because of 'a value'\n at secret.ts`
const ids = {
  failed: await put({ attempts: 3, error: ERROR }),
  retrying: await put({ attempts: 1, error: 'Error: not yet' }),
  running: await put({ attempts: 1, isRunning: true }),
  queued: await put(),
}
const jobsIn = async (state: keyof typeof ids) => (await ruth.ask(GetStaffJobs, { state })).staff_jobs.items

it.each(['failed', 'retrying', 'running', 'queued'] as const)('shows jobs that are %s (STAFF-jobs)', async (state) => {
  const jobs = await jobsIn(state)
  expect(jobs.map(({ id }) => id)).toContain(ids[state])
  expect(new Set(jobs.map((job) => job.state))).toEqual(new Set([state]))
})

it('shows failed ones first, with the error and without anybody’s data (STAFF-jobs)', async () => {
  const [job] = (await ruth.ask(GetStaffJobs, {})).staff_jobs.items
  expect(job).toMatchObject({ id: ids.failed, task: 'accounts:sweep', attempts: 3, max_attempts: 3 })
  expect(job!.last_error).toMatch(/^Error: 550 .+ refused … .+ because of …$/)
  for (const words of ['helen', 'Helen', 'a value', 'secret']) expect(job!.last_error).not.toContain(words)
})

it('retries a failed job with all attempts, and removes one, on record; not a running one (STAFF-jobs)', async () => {
  await ruth.ask(RetryJob, { id: ids.failed })
  expect(await jobsIn('failed')).toEqual([])
  expect(await lastAct()).toMatchObject({ act: 'job.retried', item_id: ids.failed, item_name: 'accounts:sweep' })
  await testServer.runJobs()
  const left = await testServer.sql('select id from graphile_worker.jobs where id = $1', [ids.failed])
  expect(left).toEqual([])
  await ruth.ask(RemoveJob, { id: ids.retrying })
  expect(await jobsIn('retrying')).toEqual([])
  expect(await lastAct()).toMatchObject({ act: 'job.removed', item_id: ids.retrying })
  for (const operation of [RetryJob.name, RemoveJob.name])
    expect((await ruth.op({ name: operation, kind: 'mutation' }, { id: ids.running })).code).toBe('jobs.not_idle')
  expect((await jobsIn('running')).map(({ id }) => id)).toContain(ids.running)
})

it('shows version, migration, storage and the search index (STAFF-jobs)', async () => {
  await testServer.sql('delete from backups')
  const before = await ruth.ask(GetSystemState, {})
  expect(before.system_state).toMatchObject({ last_proven_restore_at: null, last_backup_at: null })
  expect(await testServer.metrics()).toContain('counterpart_proven_restore_age_seconds +Inf')
  await testServer.sql(`insert into backups (kind, finished_at, proven_at) values
    ('cluster', now() - interval '2 hours', now() - interval '2 hours'), ('cluster', now(), null)`)
  expect(await testServer.metrics()).toMatch(/^counterpart_proven_restore_age_seconds 72\d\d/m)
  const { system_state } = await ruth.ask(GetSystemState, {})
  expect(Date.parse(system_state!.last_backup_at!) - Date.parse(system_state!.last_proven_restore_at!)).toBe(7_200_000)
  const [{ name }] = (await testServer.sql('select max(name) as name from migrations')) as [{ name: string }]
  expect(system_state).toMatchObject({ last_migration: name, num_of_failed_jobs: 0 })
  expect(system_state!.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(system_state!.database_bytes).toBeGreaterThan(1_000_000)
})

it('does not exist for members', async () => {
  expect((await helen.op(RetryJob, { id: ids.queued })).code).toBe('staff.not_found')
  expect((await helen.op(RemoveJob, { id: ids.queued })).code).toBe('staff.not_found')
  expect((await helen.ask(GetStaffJobs, {})).staff_jobs).toEqual({ count: 0, items: [] })
  expect((await helen.ask(GetSystemState, {})).system_state).toBeNull()
})
