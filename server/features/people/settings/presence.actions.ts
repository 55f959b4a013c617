import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { updatePresence as update } from './presence.sql.ts'

/** Whether others can see that the member is online. Resolves to the member's id. */
export async function updatePresence(
  pool: pg.Pool,
  { viewer, args }: Call<{ shows_presence: boolean }>,
): Promise<number> {
  await pool.query(update({ userId: viewer.id, showsPresence: args.shows_presence }))
  return viewer.id
}
