import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { searchWords } from '#server/features/search/index.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { insertMissedSearch } from './missed-searches.sql.ts'

interface Options {
  pool: pg.Pool
  secret: string
}

/**
 * Counts members whose search found nothing. The member is stored as a keyed hash with the words, so one member's
 * searches cannot be put together. Resolves to 1 if the words may be stored, else to 0.
 */
export async function recordMissedSearch(
  { pool, secret }: Options,
  { viewer, args }: Call<{ query: string }>,
): Promise<number> {
  const query = await searchWords(pool, args.query)
  if (query === undefined) return 0
  const member = createHmac('sha256', secret).update(`missed search ${viewer.id} ${query}`).digest('hex')
  await pool.query(insertMissedSearch({ query, member, userId: viewer.id }))
  return 1
}
