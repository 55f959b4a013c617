/**
 * Members write, edit and remove while whoever packs the index is killed in the middle of it. After every kill the
 * server finds exactly what there is, and so does one that starts then.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FindThreads } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { isFull } from '../harness/full.ts'
import { awaitIndex, startIndex } from '../harness/search-index.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const KILLS = isFull ? 20 : 6
const WRITTEN_BETWEEN = 12

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, grace] = await testServer.members(demoMembers.member, demoMembers.billing)
await startIndex(testServer)
/** Without its scores the database cannot answer, so that what is found comes from the index. */
const hideScores = () => testServer.sql('alter function bm25 rename to hidden_bm25')
const showScores = () => testServer.sql('alter function hidden_bm25 rename to bm25')

const program = path.join(testServer.config.dataDir, 'pack.mjs')
writeFileSync(
  program,
  `import { createRequire } from 'node:module'
   import { packSegments } from ${JSON.stringify(path.resolve('server/features/search/evaluator/pack.ts'))}
   const { Client } = createRequire(${JSON.stringify(path.resolve('package.json'))})('pg')
   const client = new Client({ connectionString: process.env.DATABASE_URL, application_name: 'packing to be killed' })
   await client.connect()
   for (let round = 0; ; round += 1) await packSegments(client, { isWhole: round % 3 === 2 })
  `,
)
const started: ChildProcess[] = []
afterAll(() => void started.forEach((child) => child.kill('SIGKILL')))

function startPacking(): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: process.cwd(),
    env: { PATH: process.env['PATH'], DATABASE_URL: testServer.config.DATABASE_URL },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  started.push(child)
  return child
}

const isWriting = async () =>
  (
    await testServer.sql(
      `select from pg_stat_activity where datname = current_database() and application_name = 'packing to be killed'
         and state <> 'idle' and query like 'insert into search_parts%'`,
    )
  ).length > 0

const there = new Set<number>()
/** Some threads more, one of the old ones removed, another edited. */
async function write(): Promise<void> {
  for (let each = 0; each < WRITTEN_BETWEEN; each++) {
    const { id } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      body: `Flotsam ${there.size}.`,
    })
    there.add(id)
  }
  const [removed, edited] = there
  await testServer.sql('update messages set removed_at = now() where thread_id = $1', [removed])
  await testServer.sql(`update messages set cleaned_body = 'Jetsam.' where thread_id = $1`, [edited])
  there.delete(removed!)
  there.delete(edited!)
  await testServer.sql('select index_messages(1000000)')
}

const segmentIds = async () =>
  (await testServer.sql<{ id: string }>('select id::text from search_segments')).map(({ id }) => id)

const found = async (url = testServer.url) => {
  const at = grace.at(url)
  const { found_threads: first } = await at.ask(FindThreads, { search: 'flotsam' })
  const ids = first.items.map(({ thread_id }) => thread_id)
  for (let offset = ids.length; offset < first.count; offset += 25)
    ids.push(
      ...(await at.ask(FindThreads, { search: 'flotsam', offset })).found_threads.items.map(
        ({ thread_id }) => thread_id,
      ),
    )
  return { count: first.count, ids: ids.toSorted((a, b) => a - b) }
}

it(
  `finds exactly what there is though ${KILLS} packers are killed while they write`,
  { timeout: 240_000 },
  async () => {
    await hideScores()
    const segments = new Set<string>()
    for (let kill = 1; kill <= KILLS; kill++) {
      const packer = startPacking()
      await write()
      await waitFor('parts to be written', isWriting, { within: 30_000, every: 1 })
      packer.kill('SIGKILL')
      expect(await found()).toEqual({ count: there.size, ids: [...there].toSorted((a, b) => a - b) })
      for (const id of await segmentIds()) segments.add(id)
    }
    // The next one finishes.
    const packer = startPacking()
    await waitFor('a new segment', async () => (await segmentIds()).some((id) => !segments.has(id)))
    packer.kill('SIGKILL')
    expect(await found()).toEqual({ count: there.size, ids: [...there].toSorted((a, b) => a - b) })
    await showScores()
    const second = await startSecondServer(testServer)
    try {
      await awaitIndex(testServer, second.url)
      await hideScores()
      expect(await found(second.url)).toEqual(await found())
    } finally {
      await second.close()
    }
  },
)
