/** Makes a backup: database, log, files, secrets, in this order, so that whatever a row names is there, too. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { StartError, type Config } from '#server/config.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import { clusterHome } from '#server/platform/database/embedded.ts'
import { createRestorePoint, finishBackup, insertBackup, startCopy } from './backup.sql.ts'
import { archiveCluster } from './cluster-archive.ts'
import { dumpDatabase } from './dump.ts'
import { storeErased } from './erased.ts'
import { factsOf, type Facts } from './facts.ts'
import { storeFiles, type Manifest, type Place } from './file-copies.ts'
import { openJson, namesIn, sealInto, sealJson } from './sealed.ts'
import { dropLostSlot, keepLog, logState, storeLog } from './wal.ts'

/** In the data folder, and needed to read sessions, certificates and second steps again. */
const SECRETS = ['secret', 'certificate-key', 'certificate-public-key.json']

export interface Meta {
  kind: 'cluster' | 'dump'
  id: number
  started_at: string
  /** The earliest moment that this backup can be restored to. */
  finished_at: string
  version: string
  migration: string
  /** Of a cluster: what the log continues. */
  log?: { system: string; timeline: number; start_lsn: string; stop_lsn: string }
}

export interface Taken {
  name: string
  meta: Meta
  manifest: Manifest
  bytes: number
  /** The copy must lie between the two. */
  around: { before: Facts; after: Facts }
  /** The end of the minute whose writes are compared. */
  until: Date
}

export interface Source {
  config: Config
  pool: pg.Pool
  connection: pg.ClientConfig
  blobs: Blobs
}

const version = async () =>
  (JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version

export const backupName = (date: Date) => `backups/${date.toISOString().replaceAll(/[:.]/g, '-')}`

async function newestManifest({ destination, keys }: Place): Promise<Map<string, string>> {
  const names = [...(await namesIn(destination, 'backups/')).keys()].filter((name) => name.endsWith('/manifest')).sort()
  const newest = names.at(-1)
  const known = newest ? (await openJson<Manifest>(destination, keys, newest)).files : []
  return new Map(known.map(({ key, sha256 }) => [key, sha256]))
}

async function storeSecrets({ destination, keys }: Place, name: string, dataDir: string) {
  const found: Record<string, string> = {}
  for (const file of SECRETS) {
    const bytes = await readFile(path.join(dataDir, file)).catch(() => undefined)
    if (bytes) found[file] = bytes.toString('base64')
  }
  await sealJson(destination, keys, `${name}/secrets`, found)
}

/** The cluster while it serves. Resolves when everything up to its end is in the log folder. */
async function storeCluster(place: Place, name: string, { config }: Source, client: pg.Client) {
  const cluster = path.join(clusterHome(config.dataDir), 'cluster')
  const began = await client.query<{ lsn: string }>(startCopy({ label: name }))
  let stopLsn = ''
  const archive = archiveCluster(cluster, async () => {
    const { rows } = await client.query<{ lsn: string; label: string; spaces: string | null }>(
      'select lsn::text, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)',
    )
    stopLsn = rows[0]!.lsn
    return { backup_label: rows[0]!.label, ...(rows[0]!.spaces && { tablespace_map: rows[0]!.spaces }) }
  })
  const bytes = await sealInto(place.destination, place.keys, `${name}/cluster`, archive)
  return { bytes, startLsn: began.rows[0]!.lsn, stopLsn, cluster }
}

/** A connection of its own: a backup ends with the session that began it. */
async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'counterpart backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** `keepsLog`: the server stores the log continuously in the same place, so the database must keep it until then. */
export function takeBackup(place: Place, source: Source, { keepsLog }: { keepsLog: boolean }): Promise<Taken> {
  return withClient(source.connection, async (client) => {
    const { rows } = await client.query<{ id: number; started_at: Date; migration: string }>(
      insertBackup({ kind: source.config.embedded ? 'cluster' : 'dump' }),
    )
    const { id, started_at, migration } = rows[0]!
    const name = backupName(started_at)
    const made = source.config.embedded
      ? await ofCluster({ place, source, name, client, keepsLog })
      : await ofDump({ place, source, name, client })
    const manifest = await storeFiles(place, source, await newestManifest(place))
    await sealJson(place.destination, place.keys, `${name}/manifest`, {
      files: manifest.files,
      missing: manifest.missing,
    })
    await storeSecrets(place, name, source.config.dataDir)
    await storeErased(place, source.pool)
    const ended = source.config.embedded ? await markEnd(place, source, client, id) : made
    const bytes = made.bytes + manifest.bytes
    const finished = await client.query<{ finished_at: Date }>(
      finishBackup({ id, bytes, files: manifest.files.length }),
    )
    const meta: Meta = {
      kind: source.config.embedded ? 'cluster' : 'dump',
      id,
      started_at: started_at.toISOString(),
      finished_at: (made.finishedAt ?? finished.rows[0]!.finished_at).toISOString(),
      version: await version(),
      migration,
      ...(made.log && { log: made.log }),
    }
    // Last: a backup without it is not complete, and is not offered.
    await sealJson(place.destination, place.keys, `${name}/meta`, meta)
    return { name, meta, manifest, bytes, around: ended.around!, until: ended.until! }
  })
}

/** The name of the moment that the proof of a backup restores. */
export const restorePointOf = (id: number) => `counterpart ${id}`

interface Step {
  place: Place
  source: Source
  name: string
  client: pg.Client
}
interface Made {
  bytes: number
  finishedAt?: Date
  log?: NonNullable<Meta['log']>
  around?: Taken['around']
  until?: Date
}

async function ofCluster({ place, source, name, client, keepsLog }: Step & { keepsLog: boolean }): Promise<Made> {
  await dropLostSlot(client)
  if (keepsLog) await keepLog(client)
  // Ends with this connection, and keeps the log of the copy until it is stored.
  await client.query(`select pg_create_physical_replication_slot('counterpart_copy_' || pg_backend_pid(), true, true)`)
  const { bytes, startLsn, stopLsn, cluster } = await storeCluster(place, name, source, client)
  const { system, timeline } = await logState(client)
  const { through } = await storeLog({ client, cluster, ...place })
  return { bytes, finishedAt: through, log: { system, timeline, start_lsn: startLsn, stop_lsn: stopLsn } }
}

/** The moment that the proof restores: everything until then, also what was written while files were copied. */
async function markEnd(
  place: Place,
  source: Source,
  client: pg.Client,
  id: number,
): Promise<Pick<Made, 'around' | 'until'>> {
  const cluster = path.join(clusterHome(source.config.dataDir), 'cluster')
  const { rows } = await client.query<{ until: Date }>('select clock_timestamp() as until')
  const until = rows[0]!.until
  const before = await factsOf(client, until)
  await client.query(createRestorePoint({ name: restorePointOf(id) }))
  await storeLog({ client, cluster, ...place })
  return { until, around: { before, after: await factsOf(client, until) } }
}

async function ofDump({ place, source, name, client }: Step): Promise<Made> {
  const { rows } = await client.query<{ until: Date }>('select clock_timestamp() as until')
  const until = rows[0]!.until
  const before = await factsOf(client, until)
  const bytes = await dumpDatabase(source.config.DATABASE_URL!, (archive) =>
    sealInto(place.destination, place.keys, `${name}/dump`, archive),
  )
  return { bytes, until, around: { before, after: await factsOf(client, until) } }
}

/** Complete backups, oldest first. */
export async function backupsIn({ destination, keys }: Place): Promise<{ name: string; meta: Meta }[]> {
  const names = [...(await namesIn(destination, 'backups/')).keys()].filter((name) => name.endsWith('/meta')).sort()
  const found: { name: string; meta: Meta }[] = []
  for (const name of names)
    found.push({ name: name.slice(0, -'/meta'.length), meta: await openJson<Meta>(destination, keys, name) })
  if (found.length === 0) throw new StartError(`There is no complete backup in ${destination.place}.`)
  return found
}
