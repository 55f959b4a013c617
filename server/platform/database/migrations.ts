/**
 * Forward-only migrations: each file runs once, in its own transaction, on one server at a time. An index on a table
 * that members write to is created without blocking writes (`create index concurrently`), in a separate file and
 * outside a transaction.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/config.ts'

const FOLDER = new URL('../../../database/migrations/', import.meta.url)
const OLDEST_POSTGRES = 150_000
const LOCK = 4_183_001
const LOCK_ASKED_EVERY_MS = 100
const BESIDE = /^create (?:unique )?index concurrently (\w+)/m

/** Migrates the schema to the latest version. Throws a StartError if the database is newer than this program. */
export async function migrate(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  if (Number(rows[0]!.server_version_num) < OLDEST_POSTGRES) {
    throw new StartError(
      'The database at DATABASE_URL is older than PostgreSQL 15. Upgrade it, or leave DATABASE_URL empty to use the embedded one.',
    )
  }
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  await takeLock(client)
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    const unknown = applied.rows.find(({ name }) => !files.includes(name))
    if (unknown) {
      throw new StartError(
        `This data was written by a newer version of Counterpart (it includes ${unknown.name}). Use that version, or another data folder.`,
      )
    }
    const checksums = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
    for (const name of files) {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (checksums.get(name) === checksum) continue
      if (checksums.has(name))
        throw new StartError(`Migration ${name} was changed after it was applied. Restore it and add a new migration.`)
      await apply(client, name, text, checksum)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/**
 * Polls for the lock. A blocking `pg_advisory_lock` would hold a snapshot that `create index concurrently` waits for.
 */
async function takeLock(client: pg.ClientBase): Promise<void> {
  const ask = () => client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
  while (!(await ask()).rows[0]!.taken) await sleep(LOCK_ASKED_EVERY_MS)
}

const RECORD = 'insert into migrations (name, checksum) values ($1, $2)'

async function apply(client: pg.ClientBase, name: string, text: string, checksum: string) {
  const index = BESIDE.exec(text)?.[1]
  if (index) {
    // Drop the invalid index that an interrupted run may have left.
    await client.query(`drop index concurrently if exists ${index}`)
    await client.query(text)
    await client.query(RECORD, [name, checksum])
    return
  }
  await client.query("begin; set local lock_timeout = '5s'")
  try {
    await client.query(text)
    await client.query(RECORD, [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
