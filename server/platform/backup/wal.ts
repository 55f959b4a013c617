/**
 * The log of the embedded database (WAL), segment by segment, in the backup. A replication slot keeps each segment until
 * it is stored, so nothing is lost while the backup is out of reach, up to `max_slot_wal_keep_size`. Unlike an
 * archive_command, this needs no shell, no restart, and no place that PostgreSQL's user can write to.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type pg from 'pg'
import { advanceSlot, markLog, recordStoredLog } from './backup.sql.ts'
import { namesIn, openWhole, sealInto, sealJson, type BackupKeys } from './sealed.ts'
import type { BackupDestination } from './backup-destination.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const SLOT = 'counterpart_backup'
const SEGMENT_BYTES = 16n * 1024n * 1024n
const PER_ID = 0x1_0000_0000n / SEGMENT_BYTES
const SEGMENT = /^[0-9A-F]{24}$/
export const HISTORY = /^[0-9A-F]{8}\.history$/

export type Client = Pick<pg.ClientBase, 'query'>

export const lsnOf = (text: string): bigint => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
/** The segment that contains this position. */
export const segmentAt = (timeline: number, lsn: bigint): string => {
  const number = lsn / SEGMENT_BYTES
  return hex(BigInt(timeline)) + hex(number / PER_ID) + hex(number % PER_ID)
}
export const segmentAfter = (name: string): string => {
  const number = BigInt(`0x${name.slice(8, 16)}`) * PER_ID + BigInt(`0x${name.slice(16)}`) + 1n
  return name.slice(0, 8) + hex(number / PER_ID) + hex(number % PER_ID)
}

export interface LogState {
  system: string
  timeline: number
  flushed: bigint
}

export async function logState(client: Client): Promise<LogState> {
  const { rows } = await client.query<{ system: string; timeline: number; flushed: string }>(
    `select (select system_identifier::text from pg_control_system()) as system,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
      pg_current_wal_flush_lsn()::text as flushed`,
  )
  const { system, timeline, flushed } = rows[0]!
  return { system, timeline, flushed: lsnOf(flushed) }
}

export const walFolder = ({ system }: Pick<LogState, 'system'>) => `wal/${system}/`

/** From now on the database keeps its log until it is stored. */
export async function keepLog(client: Client): Promise<void> {
  await client.query(
    `select pg_create_physical_replication_slot('${SLOT}', true)
      where not exists (select from pg_replication_slots where slot_name = '${SLOT}')`,
  )
}

/** Forgets a slot that fell too far behind: the next backup begins anew. */
export const dropLostSlot = (client: Client) =>
  client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name = '${SLOT}' and not active and wal_status = 'lost'`,
  )

interface Shipping {
  client: Client
  /** The data folder of the cluster. */
  cluster: string
  destination: BackupDestination
  keys: BackupKeys
}

/**
 * Ends the current segment and stores every complete one. Returns the time of the last write that is stored, and the
 * segments that were new.
 */
export async function storeLog({
  client,
  cluster,
  destination,
  keys,
}: Shipping): Promise<{ through: Date; stored: string[] }> {
  const { rows } = await client.query<{ marked_at: Date }>(markLog())
  await client.query('select pg_switch_wal()')
  const state = await logState(client)
  const current = segmentAt(state.timeline, state.flushed)
  const kept = await client.query<{ lsn: string | null }>(
    `select min(restart_lsn)::text as lsn from pg_replication_slots where slot_name like 'counterpart\\_%'`,
  )
  // Older segments may be overwritten while they are read, and no backup needs them.
  const oldest = kept.rows[0]!.lsn ? segmentAt(state.timeline, lsnOf(kept.rows[0]!.lsn)) : current
  const folder = walFolder(state)
  const there = await namesIn(destination, folder)
  const stored: string[] = []
  for (const name of (await readdir(path.join(cluster, 'pg_wal'))).sort()) {
    const isComplete = SEGMENT.test(name) && name >= oldest && name < current
    if ((!isComplete && !HISTORY.test(name)) || there.has(folder + name)) continue
    const bytes = await zip(await readFile(path.join(cluster, 'pg_wal', name)), { level: 1 })
    await sealInto(destination, keys, folder + name, [bytes])
    stored.push(name)
  }
  const start = (lsn: bigint) =>
    `${(lsn >> 32n).toString(16)}/${((lsn % (1n << 32n)) - (lsn % SEGMENT_BYTES)).toString(16)}`
  await client.query(advanceSlot({ slot: SLOT, lsn: start(state.flushed) }))
  const through = rows[0]!.marked_at
  await client.query(recordStoredLog({ through }))
  await sealJson(destination, keys, `${folder}state`, { through })
  return { through, stored }
}

export const openSegment = async (destination: BackupDestination, keys: BackupKeys, name: string): Promise<Buffer> =>
  unzip(await openWhole(destination, keys, name))
