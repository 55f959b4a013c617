/** Background repairs and checks. */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'

const AT_ONCE = 2_000

const selectNext = statement(
  'select-next-threads',
  { after: 'bigint', limit: 'bigint' },
  (p) => sql`select id from threads where id > ${p.after} order by id limit ${p.limit}`,
)
const selectDrifted = statement(
  'select-drifted-threads',
  { ids: 'bigint[]' },
  (p) => sql`select drifted_threads(${p.ids}) as id`,
)
const refreshDrifted = statement(
  'refresh-drifted-threads',
  { ids: 'bigint[]' },
  (p) => sql`select refresh_threads(${p.ids})`,
)

export const discussionJobs = {
  /** Compares every stored counter with the messages and repairs differences; expected to find none. */
  'discussions:check-counters': async ({ pool }: JobTools): Promise<number> => {
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
    if (drifted > 0) log.error({ drifted }, 'stored counters of threads differed and were repaired')
    return drifted
  },
}
