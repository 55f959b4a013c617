/** Background repairs and checks. */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { log } from '#server/platform/log/log.ts'

const AT_ONCE = 2_000

export const discussionJobs = {
  /** Compares every stored counter with the messages and repairs differences; expected to find none. */
  'discussions:check-counters': async ({ pool }: JobTools): Promise<number> => {
    let drifted = 0
    for (let after = 0; ;) {
      const { rows } = await pool.query<{ id: number }>('select id from threads where id > $1 order by id limit $2', [
        after,
        AT_ONCE,
      ])
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      after = ids.at(-1)!
      const found = await pool.query<{ id: number }>('select drifted_threads($1) as id', [ids])
      if (found.rows.length === 0) continue
      drifted += found.rows.length
      await pool.query('select refresh_threads($1)', [found.rows.map(({ id }) => id)])
    }
    if (drifted > 0) log.error({ drifted }, 'stored counters of threads differed and were repaired')
    return drifted
  },
}
