import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import type { Query } from '#server/platform/database/statement.ts'

const AT_ONCE = 2_000

interface Counted {
  name: 'threads' | 'experts'
  /** Each answers rows with an `id`. */
  selectNext: (page: { after: number; limit: number }) => Query
  selectDrifted: (rows: { ids: number[] }) => Query
  refresh: (rows: { ids: number[] }) => Query
}

/** Compares all stored counters with what they count and repairs differences. Resolves to their number, expected to be 0. */
export async function checkCounters(
  pool: pg.Pool,
  { name, selectNext, selectDrifted, refresh }: Counted,
): Promise<number> {
  const idsOf = async (query: Query) => (await pool.query<{ id: number }>(query)).rows.map(({ id }) => id)
  let drifted = 0
  for (let after = 0; ;) {
    const ids = await idsOf(selectNext({ after, limit: AT_ONCE }))
    if (ids.length === 0) break
    after = ids.at(-1)!
    const found = await idsOf(selectDrifted({ ids }))
    if (found.length === 0) continue
    drifted += found.length
    await pool.query(refresh({ ids: found }))
  }
  if (drifted > 0) log.error({ drifted }, `stored counters of ${name} differed and were repaired`)
  return drifted
}
