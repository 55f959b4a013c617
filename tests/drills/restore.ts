/**
 * npm run drill -- restore [long]: backs up an embedded community while it is written to, restores it to a moment, and
 * compares. Short: the demo. Long: 20,000 members, 600,000 messages, and 20 GB of files whose bytes are not stored twice
 * here (sparse files of zeros). Ends with 1 if a goal is missed.
 */
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { seedLarge } from '#database/seed/large.ts'
import { loadConfig } from '#server/config.ts'
import { fillDemo } from '#server/demo.ts'
import { backUp, openBackup } from '#server/platform/backup/backups.ts'
import { driftedThreads } from '#server/platform/backup/facts.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { backupJobs } from '#server/platform/backup/backup.jobs.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { localBlobs, openIfStored, type Blobs } from '#server/platform/blobs.ts'
import { filesFolder, openBlobs } from '#server/platform/storage/open-blobs.ts'
import { storedKeys } from '#server/platform/storage/stored-keys.ts'
import { BACKUP_KEY, inRestored, newFolder, removeDataFolder } from '../harness/backups.ts'

const GOAL_SECONDS = 600
const LARGE_FILE_BYTES = 1_000_000_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { gigabytes: { type: 'string', default: '20' } },
})
const isLong = positionals[0] === 'long'
const [dataDir, backups, restored] = [newFolder('drill'), newFolder('drill-backups'), newFolder('drill-restored')]
const config = loadConfig({ DATA_DIR: dataDir, BACKUP_KEY, BACKUP_URL: backups })

const seconds = (from: number) => (performance.now() - from) / 1_000
const figure = (name: string, value: string | number) =>
  console.log(
    `${name.padEnd(36)} ${typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : value}`,
  )

/** Large files are videos. Their bytes are zeros, which take no room where they are made. */
async function addLargeFiles(pool: pg.Pool, gigabytes: number) {
  const blobs = openBlobs(config)
  for (let made = 0; made < gigabytes; made += 1) {
    const place = await blobs.unfinished()
    writeFileSync(place, String(made))
    truncateSync(place, LARGE_FILE_BYTES)
    const key = await blobs.adopt(place)
    await pool.query(
      `insert into material_videos (name, file_type, size, storage_key, duration) values ('Drill', 'video/mp4', $1, $2, 60)`,
      [LARGE_FILE_BYTES, key],
    )
  }
}

/** Writes that were acknowledged, each with its number. */
function writing(pool: pg.Pool) {
  let isStopped = false
  let written = 0
  const run = async () => {
    for (; !isStopped; written += 1) await pool.query('insert into drill_writes (id) values ($1)', [written + 1])
  }
  const running = run()
  return { count: () => written, stop: () => ((isStopped = true), running) }
}

/** Reading all of it compares it with its SHA-256. */
async function isGoodFile(store: Blobs, key: string): Promise<boolean> {
  try {
    const content = await openIfStored(store, key)
    if (!content) return false
    await finished(content.resume())
    return true
  } catch {
    return false
  }
}

async function compareFiles(pool: Pick<pg.Pool, 'query'>) {
  const store = localBlobs(filesFolder(restored))
  const found = { files: 0, wrong: 0 }
  for await (const key of storedKeys(pool)) {
    if (await isGoodFile(store, key)) found.files += 1
    else found.wrong += 1
  }
  return found
}

mkdirSync(backups, { mode: 0o700 })
const database = await openDatabase(config, console.error)
let isGood = false
try {
  const pool = database.write
  if (!isLong) await fillDemo(pool, config)
  else {
    const client = await pool.connect()
    await client.query('set statement_timeout = 0')
    await seedLarge(client as never).finally(() => client.release())
    await addLargeFiles(pool, Number(values.gigabytes))
  }
  await pool.query('create table drill_writes (id bigint primary key, created_at timestamptz not null default now())')
  const writers = writing(pool)
  const place = openBackup(config)
  const source = { config, pool, connection: database.connection, blobs: openBlobs(config) }
  const beganBackup = performance.now()
  const report = await backUp(place, source)
  figure('backup with its proof, s', seconds(beganBackup))
  figure('of these, restored and compared, s', report.restore_seconds + report.compare_seconds)
  figure('written to the backup, MB', report.bytes / 1e6)
  figure('rows', report.rows)
  figure('differences', report.differences.length)
  await sleep(500)
  const acknowledged = writers.count()
  const { rows } = await pool.query<{ at: Date }>(
    "select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at",
  )
  await sleep(200)
  await writers.stop()
  await pool.query('delete from likes')
  await backupJobs(source)['backup:log']({ pool } as never)

  const beganRestore = performance.now()
  const outcome = await restore(place, { at: rows[0]!.at, dataDir: restored, store: localBlobs(filesFolder(restored)) })
  const took = seconds(beganRestore)
  figure('restore to a moment, s', took)
  figure('files restored', outcome.files)
  await inRestored(restored, async (client) => {
    const { rows: found } = await client.query<{ writes: number; likes: number; messages: number }>(
      `select (select count(*)::integer from drill_writes) as writes, (select count(*)::integer from likes) as likes,
        (select count(*)::integer from messages) as messages`,
    )
    const drifted = await driftedThreads(client)
    const files = await compareFiles(client as never)
    const lost = Math.max(0, acknowledged - found[0]!.writes)
    figure('messages', found[0]!.messages)
    figure('acknowledged writes lost', lost)
    figure('likes back after their deletion', found[0]!.likes)
    figure('threads with other counters', drifted)
    figure('files compared; missing or different', `${files.files}; ${files.wrong}`)
    isGood =
      report.is_proven &&
      lost === 0 &&
      found[0]!.likes > 0 &&
      drifted === 0 &&
      files.wrong <= report.files_missing_before_the_backup &&
      took <= GOAL_SECONDS
  })
} finally {
  await database.close()
  for (const folder of [dataDir, restored]) removeDataFolder(folder)
  rmSync(backups, { recursive: true, force: true })
}
figure('goals', isGood ? 'met' : 'missed')
process.exit(isGood ? 0 : 1)
