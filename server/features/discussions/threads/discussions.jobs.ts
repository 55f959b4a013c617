/** Background repairs and checks. */
import type pg from 'pg'
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql } from '#server/platform/graph/sql.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { log } from '#server/platform/log/log.ts'

const AT_ONCE = 2_000

const statementsOf = (table: string) => ({
  selectNext: statement(
    `select-next-${table}`,
    { after: 'bigint', limit: 'bigint' },
    (p) => sql`select id from ${trustedSql(table)} where id > ${p.after} order by id limit ${p.limit}`,
  ),
  selectDrifted: statement(
    `select-drifted-${table}`,
    { ids: 'bigint[]' },
    (p) => sql`select ${trustedSql(`drifted_${table}`)}(${p.ids}) as id`,
  ),
  refresh: statement(
    `refresh-drifted-${table}`,
    { ids: 'bigint[]' },
    (p) => sql`select ${trustedSql(`refresh_${table}`)}(${p.ids})`,
  ),
})
const STATEMENTS = { threads: statementsOf('threads'), experts: statementsOf('experts') }

/** Compares all stored counters with what they count and repairs differences. Resolves to their number, expected to be 0. */
async function checkCounters(pool: pg.Pool, table: keyof typeof STATEMENTS): Promise<number> {
  const { selectNext, selectDrifted, refresh } = STATEMENTS[table]
  let drifted = 0
  for (let after = 0; ;) {
    const { rows } = await pool.query<{ id: number }>(selectNext({ after, limit: AT_ONCE }))
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    after = ids.at(-1)!
    const found = await pool.query<{ id: number }>(selectDrifted({ ids }))
    if (found.rows.length === 0) continue
    drifted += found.rows.length
    await pool.query(refresh({ ids: found.rows.map(({ id }) => id) }))
  }
  if (drifted > 0) log.error({ drifted }, `stored counters of ${table} differed and were repaired`)
  return drifted
}

export const discussionJobs = {
  'discussions:check-counters': ({ pool }: JobTools) => checkCounters(pool, 'threads'),
  /** The mentions of every expert. */
  'discussions:check-experts': ({ pool }: JobTools) => checkCounters(pool, 'experts'),
}
