/** A backup counts when it was restored: into a temporary cluster, and compared with what it was made from. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { clusterHome } from '#server/platform/database/embedded.ts'
import { differencesOf, driftedThreads, factsOf } from './facts.ts'
import { hashInBackup, type Place } from './file-copies.ts'
import { namesIn, nameOfFile } from './sealed.ts'
import { restoreDatabase } from './restore-cluster.ts'
import { restorePointOf, type Taken } from './take-backup.ts'

const SAMPLED_FILES = 100
const SHOWN = 50

export interface Report {
  backup: string
  kind: 'cluster' | 'dump'
  made_at: string
  proven_at: string
  is_proven: boolean
  bytes: number
  tables: number
  rows: number
  rows_of_the_last_minute: number
  threads_with_other_counters: number
  files: number
  files_compared: number
  files_missing_before_the_backup: number
  restore_seconds: number
  compare_seconds: number
  differences: string[]
}

/** At most this many, each equally likely. */
function sampled<T>(all: readonly T[], count: number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = randomInt(left.length)
    return left.splice(at, 1)[0]!
  })
}

async function compareFiles(place: Place, { manifest }: Taken) {
  const there = await namesIn(place.destination, 'files/')
  const lost = manifest.files.filter(({ key }) => !there.has(nameOfFile(place.keys, key)))
  const sample = sampled(
    manifest.files.filter(({ key }) => there.has(nameOfFile(place.keys, key))),
    SAMPLED_FILES,
  )
  const wrong: string[] = []
  for (const { key, sha256 } of sample)
    if ((await hashInBackup(place, key).catch(() => undefined)) !== sha256) wrong.push(key)
  const found = [
    ...lost.map(({ key }) => `file ${key}: not in the backup`),
    ...wrong.map((key) => `file ${key}: other bytes`),
  ]
  return { found, compared: sample.length }
}

/** Removes the temporary cluster, wherever its database was. */
function removeFolder(dataDir: string) {
  const home = clusterHome(dataDir)
  for (const folder of [dataDir, home.startsWith(dataDir) ? dataDir : path.dirname(home)])
    rmSync(folder, { recursive: true, force: true })
}

export async function proveBackup(place: Place, taken: Taken): Promise<Report> {
  const dataDir = path.join(tmpdir(), `counterpart-proof-${randomBytes(6).toString('hex')}`)
  const began = performance.now()
  try {
    const target = { point: restorePointOf(taken.meta.id) }
    const { embedded, connection } = await restoreDatabase(place, { ...taken, dataDir, target })
    const restored = performance.now()
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      const copy = await factsOf(client, taken.until)
      const drifted = await driftedThreads(client)
      const files = await compareFiles(place, taken)
      const differences = [
        ...differencesOf(copy, taken.around),
        ...(drifted > 0 ? [`counters of ${drifted} threads differ from their messages`] : []),
        ...files.found,
      ]
      return {
        backup: taken.name,
        kind: taken.meta.kind,
        made_at: taken.meta.finished_at,
        proven_at: new Date().toISOString(),
        is_proven: differences.length === 0,
        bytes: taken.bytes,
        tables: Object.keys(copy.rows).length,
        rows: Object.values(copy.rows).reduce((sum, count) => sum + count, 0),
        rows_of_the_last_minute: Object.keys(taken.around.before.recent).length,
        threads_with_other_counters: drifted,
        files: taken.manifest.files.length,
        files_compared: files.compared,
        files_missing_before_the_backup: taken.manifest.missing.length,
        restore_seconds: (restored - began) / 1_000,
        compare_seconds: (performance.now() - restored) / 1_000,
        differences,
      }
    } finally {
      await client.end()
      await embedded.stop()
    }
  } finally {
    removeFolder(dataDir)
  }
}

const number = (value: number, digits = 0) => value.toLocaleString('en-US', { maximumFractionDigits: digits })

/** For operators: what was compared, and the verdict first. */
export function reportText(report: Report): string {
  const { differences } = report
  return [
    report.is_proven
      ? 'This backup was restored, and everything that was compared agrees.'
      : `This backup was restored, but ${number(differences.length)} things differ. Don’t rely on it.`,
    '',
    `backup                 ${report.backup}`,
    `finished               ${report.made_at}`,
    `restored and compared  ${report.proven_at}`,
    `size                   ${number(report.bytes / 1_000_000, 1)} MB written`,
    `rows                   ${number(report.rows)} in ${number(report.tables)} tables`,
    `last minute            ${number(report.rows_of_the_last_minute)} rows compared`,
    `counters               ${number(report.threads_with_other_counters)} threads differ`,
    `files                  ${number(report.files)}, ${number(report.files_compared)} of them compared`,
    `files missing before   ${number(report.files_missing_before_the_backup)}`,
    `time                   restored in ${number(report.restore_seconds, 1)} s, compared in ${number(report.compare_seconds, 1)} s`,
    ...(differences.length > 0 ? ['', ...differences.slice(0, SHOWN).map((line) => `  ${line}`)] : []),
    ...(differences.length > SHOWN ? [`  and ${differences.length - SHOWN} more`] : []),
    '',
  ].join('\n')
}
