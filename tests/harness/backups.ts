/** A community on its own embedded database, which is written to while it is backed up. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadConfig, type Config } from '#server/config.ts'
import { fillDemo } from '#server/demo.ts'
import type { Place } from '#server/platform/backup/file-copies.ts'
import { openBackup } from '#server/platform/backup/backups.ts'
import type { Source } from '#server/platform/backup/take-backup.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { clusterHome, startEmbedded } from '#server/platform/database/embedded.ts'
import { openBlobs } from '#server/platform/storage/open-blobs.ts'

export const BACKUP_KEY = randomBytes(32).toString('base64')

/** A folder that PostgreSQL's user can enter, which is not there yet. */
export const newFolder = (what: string) => path.join(tmpdir(), `counterpart-${what}-${randomBytes(6).toString('hex')}`)

/** Removes a data folder and its database, wherever that was. */
export function removeDataFolder(dataDir: string) {
  const home = clusterHome(dataDir)
  if (!home.startsWith(dataDir)) rmSync(path.dirname(home), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

export interface EmbeddedCommunity {
  config: Config
  source: Source
  place: Place
  /** The settings that a command needs to reach it. */
  settings: Record<string, string>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Writes messages until it is stopped; returns how many. */
  write(): { stop(): Promise<number> }
  close(): Promise<void>
}

export async function startEmbeddedCommunity(more: Record<string, string> = {}): Promise<EmbeddedCommunity> {
  const dataDir = newFolder('community')
  const backups = newFolder('backups')
  mkdirSync(backups, { mode: 0o700 })
  const settings = { DATA_DIR: dataDir, DEMO: 'on', BACKUP_KEY, BACKUP_URL: backups, PORT: '0', ...more }
  const config = loadConfig(settings)
  const database = await openDatabase(config)
  await fillDemo(database.write, config)
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await database.write.query<Row>(text, values)).rows
  return {
    config,
    settings,
    source: { config, pool: database.write, connection: database.connection, blobs: openBlobs(config) },
    place: openBackup(config),
    query,
    write: () => writing(query),
    close: async () => {
      await database.close()
      removeDataFolder(dataDir)
      rmSync(backups, { recursive: true, force: true })
    },
  }
}

/** As many likes as the database takes: small transactions, each acknowledged. */
function writing(query: EmbeddedCommunity['query']) {
  let isStopped = false
  const run = async () => {
    let written = 0
    while (!isStopped) {
      written += 1
      await query(`insert into attempts_of_the_test (said) values ($1)`, [`write ${written}`])
    }
    return written
  }
  const running = query(
    'create table if not exists attempts_of_the_test (id bigint generated always as identity primary key, said text not null, created_at timestamptz not null default now())',
  ).then(run)
  return {
    stop: () => {
      isStopped = true
      return running
    },
  }
}

/** The database of a restored folder, for as long as the work takes. */
export async function inRestored<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(dataDir, () => {})
  try {
    for (let tried = 0; ; tried += 1) {
      const client = new pg.Client({ host: embedded.host, user: embedded.user, database: embedded.database })
      client.on('error', () => {})
      try {
        await client.connect()
      } catch (error) {
        if (tried > 200) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
        continue
      }
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    }
  } finally {
    await embedded.stop()
  }
}
