/** A cluster from a backup: its files, its log up to a moment, started and ready in a new data folder. */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import { findPlace, startEmbedded, type Embedded } from '#server/platform/database/embedded.ts'
import { extractCluster } from './cluster-archive.ts'
import { restoreDump } from './dump.ts'
import type { Place } from './file-copies.ts'
import { namesIn, openFrom, openJson } from './sealed.ts'
import type { Meta } from './take-backup.ts'
import { HISTORY, lsnOf, openSegment, segmentAfter, segmentAt, walFolder } from './wal.ts'

const ASKED_EVERY_MS = 100
const READY_WITHIN_MS = 30_000
const FAILED = /FATAL: {2}(.+)/

/** The end of the log, a time, or a named moment. */
export type Target = { at?: Date; point?: string }

export interface Restored {
  embedded: Embedded
  connection: pg.ClientConfig
}

interface Asked {
  name: string
  meta: Meta
  dataDir: string
  target: Target
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function recoverySettings({ at, point }: Target, wal: string): string {
  const settings = {
    // Quoted for the shell; the folder is ours.
    restore_command: `cp "${wal}/%f" "%p"`,
    recovery_target_timeline: 'current',
    ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
    ...(point && { recovery_target_name: point }),
    ...((at || point) && { recovery_target_action: 'promote' }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${quoted(value)}\n`)
    .join('')
}

/** Every segment that continues the copy, without a gap, for PostgreSQL to fetch. */
async function layOutLog({ destination, keys }: Place, meta: Meta, write: (name: string, bytes: Buffer) => void) {
  const log = meta.log!
  const folder = walFolder(log)
  const there = await namesIn(destination, folder)
  const last = segmentAt(log.timeline, lsnOf(log.stop_lsn) - 1n)
  let segment = segmentAt(log.timeline, lsnOf(log.start_lsn))
  for (; there.has(folder + segment); segment = segmentAfter(segment))
    write(segment, await openSegment(destination, keys, folder + segment))
  if (segment <= last)
    throw new StartError(`The log of this backup has a gap: ${segment} is missing. Use another backup.`)
  // So that a new timeline gets a number that no other restore has.
  for (const name of [...there.keys()].map((each) => each.slice(folder.length)).filter((each) => HISTORY.test(each)))
    write(name, await openSegment(destination, keys, folder + name))
}

/** Waits until the log is applied. Throws a StartError if PostgreSQL gives up. */
async function recovered(connection: pg.ClientConfig, logFile: string): Promise<void> {
  let until = Date.now() + READY_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: READY_WITHIN_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ busy: boolean }>('select pg_is_in_recovery() as busy')
      if (!rows[0]!.busy) return
      until = Date.now() + READY_WITHIN_MS
    } catch (error) {
      const logText = existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
      const reason = logText
        .split('\n')
        .map((line) => FAILED.exec(line)?.[1])
        .find((line) => line && !/starting up|not yet accepting|shutting down/.test(line))
      if (reason) throw new StartError(`PostgreSQL couldn’t restore this moment: ${reason}.`)
      // While the log is applied, connections are refused with this code.
      if ((error as { code?: string }).code === '57P03') until = Date.now() + READY_WITHIN_MS
      if (Date.now() > until) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(ASKED_EVERY_MS)
  }
}

export async function restoreCluster(place: Place, { name, meta, dataDir, target }: Asked): Promise<Restored> {
  const { data, owner } = await findPlace(dataDir, () => {})
  if (existsSync(path.join(data, 'PG_VERSION')))
    throw new StartError(`${dataDir} already has a database. Choose a folder that is empty.`)
  const own = (file: string) => owner && chownSync(file, owner.uid, owner.gid)
  await extractCluster(openFrom(place.destination, place.keys, `${name}/cluster`), data, owner)
  const wal = path.join(path.dirname(data), 'restored-log')
  mkdirSync(wal, { recursive: true, mode: 0o700 })
  chmodSync(wal, 0o700)
  own(wal)
  await layOutLog(place, meta, (segment, bytes) => {
    writeFileSync(path.join(wal, segment), bytes, { mode: 0o600 })
    own(path.join(wal, segment))
  })
  const settings = path.join(data, 'postgresql.auto.conf')
  const before = existsSync(settings) ? readFileSync(settings) : Buffer.alloc(0)
  appendFileSync(settings, `\n${recoverySettings(target, wal)}`, { mode: 0o600 })
  writeFileSync(path.join(data, 'recovery.signal'), '', { mode: 0o600 })
  for (const file of [settings, path.join(data, 'recovery.signal')]) own(file)
  const embedded = await startEmbedded(dataDir, () => {})
  const connection = { host: embedded.host, user: embedded.user, database: embedded.database }
  try {
    await recovered(connection, path.join(dataDir, 'postgres.log'))
  } catch (error) {
    await embedded.stop()
    throw error
  }
  writeFileSync(settings, before)
  rmSync(wal, { recursive: true, force: true })
  return { embedded, connection }
}

/** A dump in a new embedded database. */
export async function restoreIntoNew(place: Place, { name, dataDir }: Asked): Promise<Restored> {
  const { data } = await findPlace(dataDir, () => {})
  if (existsSync(path.join(data, 'PG_VERSION')))
    throw new StartError(`${dataDir} already has a database. Choose a folder that is empty.`)
  const embedded = await startEmbedded(dataDir, () => {})
  const connection = { host: embedded.host, user: embedded.user, database: embedded.database }
  try {
    await recovered(connection, path.join(dataDir, 'postgres.log'))
    const url = `postgresql://localhost/postgres?user=postgres&host=${encodeURIComponent(embedded.host)}`
    await restoreDump(openFrom(place.destination, place.keys, `${name}/dump`), url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { embedded, connection }
}

export const restoreDatabase = (place: Place, asked: Asked): Promise<Restored> =>
  asked.meta.kind === 'cluster' ? restoreCluster(place, asked) : restoreIntoNew(place, asked)

/** Writes the secrets of the backed-up data folder into the new one. */
export async function restoreSecrets({ destination, keys }: Place, name: string, dataDir: string): Promise<void> {
  const found = await openJson<Record<string, string>>(destination, keys, `${name}/secrets`)
  for (const [file, content] of Object.entries(found))
    writeFileSync(path.join(dataDir, file), Buffer.from(content, 'base64'), { mode: 0o600 })
}
