/**
 * Members who were erased, by number, beside all backups: whatever moment is restored, they are erased again before
 * anybody can read. The list only grows, and says nothing but which numbers are gone since when.
 */
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import { requestErasures, selectErased } from './backup.sql.ts'
import type { Place } from './file-copies.ts'
import { openJson, sealJson } from './sealed.ts'

const NAME = 'erased'

export interface Erased {
  user_id: number
  erased_at: string
}

export const erasedIn = ({ destination, keys }: Place): Promise<Erased[]> =>
  openJson<Erased[]>(destination, keys, NAME).catch(async (error: unknown) => {
    // Not there yet. One that can't be read must never be taken for an empty one.
    if (error instanceof StartError && (await destination.get(`${NAME}.000000`)) === undefined) return []
    throw error
  })

/** Adds those who were erased since. */
export async function storeErased(place: Place, pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const known = await erasedIn(place)
  const { rows } = await pool.query<Erased>(selectErased())
  const all = new Map([...known, ...rows].map((entry) => [`${entry.user_id} ${entry.erased_at}`, entry]))
  if (all.size > known.length) await sealJson(place.destination, place.keys, NAME, [...all.values()])
  return all.size
}

/** Requests the erasure of those who are members again in the restored database; returns how many. */
export async function eraseAgain(pool: Pick<pg.Pool, 'query'>, erased: readonly Erased[]): Promise<number> {
  const { rowCount } = await pool.query(requestErasures({ erased: JSON.stringify(erased) }))
  return rowCount ?? 0
}
