/** Forward-only migrations: each file once, in its own transaction, one server at a time. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type pg from 'pg'
import { StartError } from '#server/config.ts'

const FOLDER = new URL('../../../database/migrations/', import.meta.url)
const OLDEST_POSTGRES = 150_000
const LOCK = 4_183_001

/** Brings the schema up to date. Throws a StartError when the database is newer than this program. */
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
  await client.query('select pg_advisory_lock($1)', [LOCK])
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
        `The data was written by a newer Counterpart (it knows ${unknown.name}). Start that version, or use another data folder.`,
      )
    }
    const checksums = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
    for (const name of files) {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (checksums.get(name) === checksum) continue
      if (checksums.has(name))
        throw new StartError(`Migration ${name} was changed after it was applied. Restore it and write a new one.`)
      await apply(client, name, text, checksum)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

async function apply(client: pg.ClientBase, name: string, text: string, checksum: string) {
  await client.query("begin; set local lock_timeout = '5s'")
  try {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
