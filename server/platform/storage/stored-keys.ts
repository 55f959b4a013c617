/**
 * Which files rows refer to, for copies, checks and backups. Columns are found by their names, so a new table is never
 * forgotten; a test compares the list with the schema.
 */
import type pg from 'pg'
import { statement, unprepared } from '#server/platform/database/statement.ts'
import { identifier, join, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { KEY } from './checked.ts'

/** The columns that hold keys of stored files, in whatever table. */
export const FILE_COLUMNS = [
  'storage_key',
  'preview_key',
  'poster_key',
  'picture_key',
  'thumbnail_key',
  'image_key',
  'file_key',
] as const
const PER_READ = 5_000

interface Place {
  table_name: string
  column_name: string
}

const selectPlaces = statement(
  'select-places-of-files',
  { names: 'text[]' },
  (p) => sql`select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any(${p.names}) order by 1, 2`,
)

/** All keys, of whatever table. */
async function unionOf(pool: Pick<pg.Pool, 'query'>) {
  const { rows } = await pool.query<Place>(selectPlaces({ names: FILE_COLUMNS }))
  return join(
    rows.map(
      ({ table_name, column_name }) => sql`select ${identifier(column_name)} as key from ${identifier(table_name)}`,
    ),
    ' union ',
  )
}

/** Every key that a row refers to, once, in order. */
export async function* storedKeys(pool: Pick<pg.Pool, 'query'>): AsyncGenerator<string> {
  const all = await unionOf(pool)
  for (let after = ''; ;) {
    const { rows } = await pool.query<{ key: string }>(
      unprepared(
        { after: 'text' },
        (p) => sql`select key from (${all}) k where key > ${p['after']!} and key ~ ${trustedSql(`'${KEY.source}'`)}
          order by key limit ${PER_READ}`,
        { after },
      ),
    )
    for (const { key } of rows) yield key
    if (rows.length < PER_READ) return
    after = rows.at(-1)!.key
  }
}

/** Whether a row refers to this file now. */
export async function isStored(pool: Pick<pg.Pool, 'query'>, key: string): Promise<boolean> {
  const all = await unionOf(pool)
  const { rows } = await pool.query<{ found: boolean }>(
    unprepared({ key: 'text' }, (p) => sql`select exists (select from (${all}) k where key = ${p['key']!}) as found`, {
      key,
    }),
  )
  return rows[0]!.found
}
