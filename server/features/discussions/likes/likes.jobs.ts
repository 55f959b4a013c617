/** Compares every stored like count with the likes and repairs differences; expected to find none. */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'

const recountLikes = statement('recount-likes', { ids: 'bigint[]' }, (p) => sql`select recount_likes(${p.ids})`)

export const likeJobs = {
  'discussions:check-likes': async ({ pool }: JobTools): Promise<number> => {
    const { rows } = await pool.query<{ ids: number[] }>('select array(select drifted_likes()) as ids')
    const ids = rows[0]!.ids
    if (ids.length === 0) return 0
    await pool.query(recountLikes({ ids }))
    log.error({ drifted: ids.length }, 'stored numbers of likes differed and were repaired')
    return ids.length
  },
}
