/**
 * Forward-only migrations: each file runs once, in its own transaction, on one server at a time. An index on a table
 * that members write to is created without blocking writes (`create index concurrently`), in a separate file and
 * outside a transaction.
 *
 * While servers are replaced one by one, two versions run on one schema (decision 0135). A migration only adds what the
 * version before can live with, unless its first line is `-- contract`: such a one removes what that version still uses,
 * and waits until no older server runs.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import { isOlderServerLive } from './live-versions.ts'

const FOLDER = new URL('../../../database/migrations/', import.meta.url)
export const OLDEST_POSTGRES = 150_000
const LOCK = 4_183_001
const LOCK_ASKED_EVERY_MS = 100
/** Whoever waits for a table in exclusive mode holds up all who come after, so ask briefly and again. */
const TABLE_LOCK_MS = 1_000
const TABLE_LOCK_TRIES = 15
const TABLE_LOCK_PAUSE_MS = 500
const NO_LOCK = '55P03'
const BESIDE = /^create (?:unique )?index concurrently (\w+)/m
const CONTRACT = /^-- contract\b/

interface Migration {
  name: string
  number: number
  text: string
  checksum: string
  kind: 'expand' | 'contract'
}

const numberOf = (name: string) => Number(name.slice(0, 4))

/** In their order. */
function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    return { name, number: numberOf(name), text, checksum, kind: CONTRACT.test(text) ? 'contract' : 'expand' }
  })
}

/** What a server announces as its version. */
export const newestMigration = (folder = FOLDER): number => readMigrations(folder).at(-1)!.number

/**
 * Migrates the schema to the latest version; returns the names of contracts that wait for an older server to stop.
 * Throws a StartError if the database is newer than this program can live with.
 */
export async function migrate(client: pg.ClientBase, folder = FOLDER): Promise<string[]> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  if (Number(rows[0]!.server_version_num) < OLDEST_POSTGRES) {
    throw new StartError(
      'The database at DATABASE_URL is older than PostgreSQL 15. Upgrade it, or leave DATABASE_URL empty to use the embedded one.',
    )
  }
  const migrations = readMigrations(folder)
  await takeLock(client)
  try {
    await client.query(
      `create table if not exists migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    // Not in the statement above, because tables of earlier versions lack it.
    await client.query(`alter table migrations add column if not exists kind text not null default 'expand'`)
    const { rows: applied } = await client.query<Pick<Migration, 'name' | 'checksum' | 'kind'>>(
      'select name, checksum, kind from migrations order by name',
    )
    refuseUnknown(migrations, applied)
    const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
    const waiting: string[] = []
    for (const migration of migrations) {
      const { name, checksum, kind, number } = migration
      if (checksums.get(name) === checksum) continue
      if (checksums.has(name))
        throw new StartError(`Migration ${name} was changed after it was applied. Restore it and add a new migration.`)
      if (kind === 'contract' && (await isOlderServerLive(client, number))) waiting.push(name)
      else await apply(client, migration)
    }
    return waiting
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/** A newer version may have added to the schema, which this version does not notice, but not removed anything. */
function refuseUnknown(known: readonly Migration[], applied: readonly Pick<Migration, 'name' | 'kind'>[]): void {
  const unknown = applied.filter(({ name }) => !known.some((migration) => migration.name === name))
  const removing = unknown.find(({ kind }) => kind === 'contract')
  if (removing)
    throw new StartError(
      `This data was written by a newer version of Counterpart (it includes ${removing.name}). Use that version, or another data folder.`,
    )
}

/**
 * Polls for the lock. A blocking `pg_advisory_lock` would hold a snapshot that `create index concurrently` waits for.
 */
async function takeLock(client: pg.ClientBase): Promise<void> {
  const ask = () => client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  while (!(await ask()).rows[0]!.taken) await sleep(LOCK_ASKED_EVERY_MS)
}

const RECORD = 'insert into migrations (name, checksum, kind) values ($1, $2, $3)'

async function apply(client: pg.ClientBase, { name, text, checksum, kind }: Migration) {
  const index = BESIDE.exec(text)?.[1]
  if (index) {
    // Drop the invalid index that an interrupted run may have left.
    await client.query(`drop index concurrently if exists ${index}`)
    await client.query(text)
    await client.query(RECORD, [name, checksum, kind])
    return
  }
  for (let attempt = 1; ; attempt++) {
    await client.query(`begin; set local lock_timeout = '${TABLE_LOCK_MS}ms'`)
    try {
      await client.query(text)
      await client.query(RECORD, [name, checksum, kind])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== NO_LOCK || attempt === TABLE_LOCK_TRIES) throw error
      await sleep(TABLE_LOCK_PAUSE_MS)
    }
  }
}
