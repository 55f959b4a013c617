import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'

const AT_ONCE = 2_000

const selectNext = statement(
  'select-next-experts',
  { after: 'bigint', limit: 'bigint' },
  (p) => sql`select id from experts where id > ${p.after} order by id limit ${p.limit}`,
)
const selectDrifted = statement(
  'select-drifted-experts',
  { ids: 'bigint[]' },
  (p) => sql`select drifted_experts(${p.ids}) as id`,
)
const refreshDrifted = statement(
  'refresh-drifted-experts',
  { ids: 'bigint[]' },
  (p) => sql`select refresh_experts(${p.ids})`,
)

export const messageExpertJobs = {
  /** Recounts the mentions of every expert; expected to find no drift. */
  'discussions:check-experts': async ({ pool }: JobTools): Promise<number> => {
    let drifted = 0
    for (let after = 0; ;) {
      const { rows } = await pool.query<{ id: number }>(selectNext({ after, limit: AT_ONCE }))
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      after = ids.at(-1)!
      const found = await pool.query<{ id: number }>(selectDrifted({ ids }))
      if (found.rows.length === 0) continue
      drifted += found.rows.length
      await pool.query(refreshDrifted({ ids: found.rows.map(({ id }) => id) }))
    }
    if (drifted > 0) log.error({ drifted }, 'stored counters of experts differed and were repaired')
    return drifted
  },
}
