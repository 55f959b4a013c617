import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { REMEMBERED_LENGTH, askedFor, plainSearch } from '#shared/search.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { selectNamesSomebody, upsertSearch } from './search.sql.ts'

const NOT_REMEMBERED = 0
/** Email addresses, numbers and handles identify a person. */
const PERSONAL = /[@\d]/

/** The words of a search that may be stored; undefined for names, numbers and whole questions. */
export async function searchWords(pool: pg.Pool, typed: string): Promise<string | undefined> {
  const asked = askedFor(typed)
  const query = plainSearch(asked.search)
  // Code points, not UTF-16 units, as the database counts.
  const { length } = [...query]
  if (asked.from !== undefined || length < 2 || length > REMEMBERED_LENGTH || PERSONAL.test(query)) return undefined
  const named = await pool.query<{ names_somebody: boolean }>(selectNamesSomebody({ query }))
  return named.rows[0]!.names_somebody ? undefined : query
}

/**
 * Stores a member's search for suggestions. Names, numbers and whole questions are not stored, so that no suggestion
 * reveals a person. Resolves to the stored search's id, or 0.
 */
export async function rememberSearch(
  pool: pg.Pool,
  { viewer, args }: Call<{ query: string; search_section: SearchSection }>,
): Promise<number> {
  const query = await searchWords(pool, args.query)
  if (query === undefined) return NOT_REMEMBERED
  const { rows } = await pool.query<{ id: number }>(
    upsertSearch({ userId: viewer.id, section: args.search_section, query }),
  )
  return rows[0]!.id
}
