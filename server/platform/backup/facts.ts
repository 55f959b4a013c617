/** What is compared between a running community and its restored copy. No text of members is in it. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { selectComparedTables, selectDrifted, selectNextThreads, selectRecent } from './backup.sql.ts'

type Client = Pick<pg.ClientBase, 'query'>
const THREADS_AT_ONCE = 2_000
const LAST_MINUTE_ROWS = 1_000

export interface Facts {
  rows: Record<string, number>
  /** Of what was written in the last minute: a hash of each row, by table and id. */
  recent: Record<string, string>
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Written by the backup itself, by jobs, and thrown away after a crash. */
const NOT_COMPARED = ['backups', 'backup_log']

/** `until`: the end of the minute; the same for both sides. */
export async function factsOf(client: Client, until: Date): Promise<Facts> {
  const facts: Facts = { rows: {}, recent: {} }
  await client.query('begin transaction isolation level repeatable read read only; set local statement_timeout = 0')
  try {
    const { rows: tables } = await client.query<{ name: string; dated: boolean }>(
      selectComparedTables({ leftOut: NOT_COMPARED }),
    )
    for (const { name, dated } of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::bigint as count from ${quoted(name)}`)
      facts.rows[name] = Number(rows[0]!.count)
      if (!dated) continue
      const recent = await client.query<{ id: string; row: string }>(selectRecent(name, until, LAST_MINUTE_ROWS))
      for (const { id, row } of recent.rows)
        facts.recent[`${name} ${id}`] = createHash('sha256').update(row).digest('hex')
    }
  } finally {
    await client.query('rollback')
  }
  return facts
}

/** Threads whose stored counters are not those of their messages. */
export async function driftedThreads(client: Client): Promise<number> {
  let drifted = 0
  await client.query('set statement_timeout = 0')
  for (let after = 0; ;) {
    const { rows } = await client.query<{ id: number }>(selectNextThreads({ after, limit: THREADS_AT_ONCE }))
    if (rows.length === 0) return drifted
    const ids = rows.map(({ id }) => id)
    after = ids.at(-1)!
    drifted += (await client.query(selectDrifted({ ids }))).rows.length
  }
}

/**
 * Where the copy differs. The community goes on while it is backed up, so it is asked just before and just after the
 * moment of the copy, and the copy must lie between the two.
 */
export function differencesOf(copy: Facts, { before, after }: { before: Facts; after: Facts }): string[] {
  const tables = Object.keys(before.rows).flatMap((table) => {
    const [found, from, to] = [copy.rows[table], before.rows[table]!, after.rows[table] ?? 0]
    const isBetween = found !== undefined && found >= Math.min(from, to) && found <= Math.max(from, to)
    return isBetween ? [] : [`${table}: ${found ?? 'no'} rows, ${from === to ? from : `${from} to ${to}`} expected`]
  })
  // A row that changed or was deleted between the two may be either.
  const steady = Object.entries(before.recent).filter(([row, hash]) => after.recent[row] === hash)
  const lost = steady.filter(([row, hash]) => copy.recent[row] !== hash).map(([row]) => `${row}: not as it was written`)
  return [...tables, ...lost]
}
