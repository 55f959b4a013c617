import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { CONNECTIONS, DIRECTORY_SEARCHES, lengthProblem, SEARCH_NAME_LENGTH } from '#shared/profiles.ts'
import { keptFilters } from './directory-filters.ts'
import {
  countSearches,
  deletePassed,
  deleteSearch,
  insertPassed,
  selectPassable,
  upsertSearch,
} from './directory.sql.ts'
import { refuse } from '#server/features/people/profiles/profile-validation.ts'

const PASSED_AT_ONCE = CONNECTIONS * 10

interface Saved {
  name: string
  filters: unknown
  has_alert?: boolean | null
}

async function passConnections(pool: pg.Pool, { viewer, args }: Call<{ user_ids: number[] }>): Promise<number> {
  if (args.user_ids.length > PASSED_AT_ONCE) refuse('too_many', `Send at most ${PASSED_AT_ONCE} at a time.`, 'user_ids')
  const found = await selectRows<{ id: number }>(pool, selectPassable(args.user_ids), viewer)
  await pool.query(insertPassed({ userId: viewer.id, passedIds: found.map(({ id }) => id) }))
  return viewer.id
}

async function resetConnections(pool: pg.Pool, { viewer }: Call): Promise<number> {
  await pool.query(deletePassed({ userId: viewer.id }))
  return viewer.id
}

/** Saves a search under a name; the same name replaces it. Resolves to its id. */
async function saveDirectorySearch(tx: Transaction, { viewer, args }: Call<Saved>): Promise<number> {
  const name = args.name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (name === '') refuse('required', 'Enter a name for this search.', 'name')
  const long = lengthProblem('The name', name, SEARCH_NAME_LENGTH)
  if (long) refuse('too_long', long, 'name')
  if (typeof args.filters !== 'object' || args.filters === null || Array.isArray(args.filters))
    refuse('filters', 'The filters must be an object.', 'filters')
  const filters = keptFilters(args.filters as Record<string, unknown>)
  if (Object.keys(filters).length === 0) refuse('filters', 'Search or filter first, then save.', 'filters')
  const { rows: others } = await tx.query<{ kept: number }>(countSearches({ userId: viewer.id, name }))
  if (others[0]!.kept >= DIRECTORY_SEARCHES)
    refuse('too_many', `You have ${DIRECTORY_SEARCHES} saved searches, which is the limit. Delete one first.`, 'name')
  const { rows } = await tx.query<{ id: number }>(
    upsertSearch({ userId: viewer.id, name, filters: JSON.stringify(filters), hasAlert: args.has_alert ?? false }),
  )
  return rows[0]!.id
}

/** Idempotent: a search that is already gone is not an error. */
async function removeDirectorySearch(pool: pg.Pool, { viewer, args }: Call<{ id: number }>): Promise<number> {
  await pool.query(deleteSearch({ id: args.id, userId: viewer.id }))
  return args.id
}

export const directoryActions = (pool: pg.Pool, bus: Bus): Actions => ({
  passConnections: (call: Call<{ user_ids: number[] }>) => passConnections(pool, call),
  resetConnections: (call: Call) => resetConnections(pool, call),
  saveDirectorySearch: (call: Call<Saved>) => transaction(pool, bus, (tx) => saveDirectorySearch(tx, call)),
  removeDirectorySearch: (call: Call<{ id: number }>) => removeDirectorySearch(pool, call),
})
