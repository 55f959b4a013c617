/**
 * Writes 500 messages a second while the indexing worker is killed repeatedly. In the end each message is in the index
 * exactly once, because a trigger records every change in the same transaction, and indexing removes that record.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const SECONDS = 4
const PER_SECOND = 500
const AT_ONCE = 50
const KILLS = 3

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const helen = await testServer.member(demoMembers.member)
const { id: thread } = await insertThread(testServer, { author: helen.id, networks: [legal] })
await testServer.sql('select index_messages(1000000)')
await testServer.sql('delete from search_changes')

const started: ChildProcess[] = []
afterAll(() => void started.forEach((child) => child.kill('SIGKILL')))

const program = path.join(testServer.config.dataDir, 'index.mjs')
writeFileSync(
  program,
  `import { createRequire } from 'node:module'
   import { searchJobs } from ${JSON.stringify(path.resolve('server/features/search/index.ts'))}
   import { localBlobs } from ${JSON.stringify(path.resolve('server/platform/blobs.ts'))}
   const { Pool } = createRequire(${JSON.stringify(path.resolve('package.json'))})('pg')
   const pool = new Pool({ connectionString: process.env.DATABASE_URL })
   const index = searchJobs({ blobs: localBlobs(process.env.DATA_DIR + '/files'), connection: {} })['search:index']
   for (;;) await index({ pool })
  `,
)

/** A worker that runs the indexing job in a loop. A second one runs while the first is killed. */
function startWorker(): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: process.cwd(),
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: testServer.config.dataDir,
      DATABASE_URL: testServer.config.DATABASE_URL,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.push(child)
  return child
}

const counts = async () =>
  (
    await testServer.sql<{ written: number; items: number; indexed: number; waiting: number }>(
      `select (select count(*) from messages where thread_id = $1)::integer as written,
         (select count(*) from search_items where thread_id = $1)::integer as items,
         (select count(distinct entity_id) from search_items where thread_id = $1 and words @@ 'salvag')::integer as indexed,
         (select count(*) from search_changes)::integer as waiting`,
      [thread],
    )
  )[0]!

const isIndexing = async () =>
  (
    await testServer.sql(
      `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select index_messages%'`,
    )
  ).length > 0

/** Writes in batches, each at its due time, so that the rate does not depend on the machine. */
async function write(): Promise<void> {
  const began = performance.now()
  for (let written = 0; written < SECONDS * PER_SECOND; written += AT_ONCE) {
    const due = began + (written / PER_SECOND) * 1000
    await waitFor('the next share', () => performance.now() >= due, { within: 5_000, every: 5 })
    await testServer.sql(
      `insert into messages (thread_id, sender_id, is_original_message, body, parsed_body, cleaned_body, source, moderation_processed, moderation_approved, pub_date)
       select $1, $2, false, '<p>Salvage</p>', 'Salvage', 'Salvage number ' || n, 'web', true, true, now() from generate_series(1, $3::integer) n`,
      [thread, helen.id, AT_ONCE],
    )
  }
}

it(
  `indexes ${SECONDS * PER_SECOND} messages once each though ${KILLS} workers are killed`,
  { timeout: 60_000 },
  async () => {
    let current = startWorker()
    const writing = write()
    for (let kill = 1; kill <= KILLS; kill++) {
      const next = startWorker()
      await waitFor('a share to be indexed', isIndexing, { within: 15_000, every: 2 })
      current.kill('SIGKILL')
      current = next
    }
    await writing
    const total = SECONDS * PER_SECOND + 1
    await waitFor('the rest', async () => (await counts()).waiting === 0, { within: 10_000, every: 20 })
    expect(await counts()).toEqual({ written: total, items: total, indexed: total - 1, waiting: 0 })
  },
)
