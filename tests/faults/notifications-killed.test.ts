/**
 * A worker is killed repeatedly while it notifies 5,000 members. In the end each member has exactly one notification:
 * all are inserted in one transaction, and the next worker takes over the job of a dead one.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { CreateThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { isFull } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const MEMBERS = 5_000
const PORTION = 500
const KILLS = isFull ? 3 : 1

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const helen = await testServer.member(demoMembers.member)
const started: ChildProcess[] = []
afterAll(() => void started.forEach((child) => child.kill('SIGKILL')))

const program = path.join(testServer.config.dataDir, 'work.mjs')
writeFileSync(
  program,
  `import { start } from ${JSON.stringify(path.resolve('server/main.ts'))}\nawait start(process.env)\n`,
)

function startWorker(): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: process.cwd(),
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: testServer.config.dataDir,
      DATABASE_URL: testServer.config.DATABASE_URL,
      DEMO: 'off',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.push(child)
  return child
}

const isNotifying = async () =>
  (
    await testServer.sql(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
         and query like '%named (user_id, notification_type%' and query not like '%pg_stat_activity%'`,
    )
  ).length > 0
const notified = async () =>
  (
    await testServer.sql<{ lines: number; members: number }>(
      `select count(*)::integer as lines, count(distinct user_id)::integer as members from notifications
       where notification_type = 'recommendation_request_match'`,
    )
  )[0]!

it(
  `notifies each of ${MEMBERS} members once though the worker is killed ${KILLS} times`,
  { timeout: 300_000 },
  async () => {
    await testServer.sql('delete from notifications')
    await testServer.sql('delete from graphile_worker._private_jobs')
    await testServer.sql('delete from follow_ups')
    const [area] = await testServer.sql<{ id: number }>(
      "insert into areas_of_expertise (name) values ('Salvage at sea') returning id",
    )
    // In portions: on a slow machine, a statement that makes them all takes longer than a statement may.
    for (let first = 1; first <= MEMBERS; first += PORTION)
      await testServer.sql(
        `with made as (
       insert into users (first_name, email, current_state) select 'Member', 'drill' || n || '@members.test', 'full access'
       from generate_series($1::integer, $4::integer) n returning id),
     placed as (insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $2, true from made),
     given as (
       insert into expert_recommendations (expert_id, author_id, message, cleaned_message, channels)
       select (select min(id) from experts), id, 'Good.', 'Good.', '{}' from made returning id)
     insert into expert_recommendation_areas select id, $3 from given`,
        [first, legal, area!.id, Math.min(first + PORTION - 1, MEMBERS)],
      )
    await helen.ask(CreateThread, {
      topic: 'Who salvages',
      body: '<p>Who has done it.</p>',
      thread_type: 'recommendation_request',
      peer_network_ids: [legal],
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
    })
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startWorker()
      await waitFor('the notifying to begin', isNotifying, { within: 80_000, every: 2 })
      child.kill('SIGKILL')
      await waitFor('the worker to be gone', () => child.signalCode !== null, { within: 5_000, every: 5 })
      await waitFor('its statement to be undone', async () => !(await isNotifying()), { within: 20_000, every: 20 })
      expect(await notified()).toEqual({ lines: 0, members: 0 })
      // Make the lock old enough for the job to count as abandoned.
      await testServer.sql(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`)
    }
    startWorker()
    await waitFor('everyone to be notified', async () => (await notified()).lines >= MEMBERS, {
      within: 80_000,
      every: 50,
    })
    expect(await notified()).toEqual({ lines: MEMBERS, members: MEMBERS })
    // The email of the discussion waits for its time.
    await waitFor(
      'the job to be done',
      async () =>
        (await testServer.sql('select from graphile_worker._private_jobs where run_at <= now()')).length === 0,
      { within: 20_000, every: 50 },
    )
    expect(await notified()).toEqual({ lines: MEMBERS, members: MEMBERS })
  },
)
