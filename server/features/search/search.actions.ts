import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { REMEMBERED_LENGTH, askedFor, plainSearch } from '#shared/search.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { selectNamesSomebody, upsertSearch } from './search.sql.ts'

const NOT_REMEMBERED = 0
/** Addresses, numbers and handles say who is meant. */
const PERSONAL = /[@\d]/

/**
 * Keeps what a member searched for. Names, numbers and whole questions are forgotten at once, so that nobody can be
 * told by a suggestion. Resolves to the id of what is kept, or 0.
 */
export async function rememberSearch(
  pool: pg.Pool,
  { viewer, args }: Call<{ query: string; search_section: SearchSection }>,
): Promise<number> {
  const asked = askedFor(args.query)
  const query = plainSearch(asked.search)
  // Letters, not halves of them, as the database counts.
  const { length } = [...query]
  if (asked.from !== undefined || length < 2 || length > REMEMBERED_LENGTH || PERSONAL.test(query))
    return NOT_REMEMBERED
  const named = await pool.query<{ names_somebody: boolean }>({ ...selectNamesSomebody, values: [query] })
  if (named.rows[0]!.names_somebody) return NOT_REMEMBERED
  const { rows } = await pool.query<{ id: number }>({
    ...upsertSearch,
    values: [viewer.id, args.search_section, query],
  })
  return rows[0]!.id
}
