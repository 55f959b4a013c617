import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { nameProblem } from '#shared/settings.ts'
import { updateName as update } from './name.sql.ts'

/** Changes the member's displayed name. Resolves to the member's id. */
export async function updateName(
  pool: pg.Pool,
  { viewer, args }: Call<{ first_name: string; last_name: string }>,
): Promise<number> {
  const [first, last] = [args.first_name.trim(), args.last_name.trim()]
  const found = [
    ['first_name', nameProblem('first name', first)],
    ['last_name', nameProblem('last name', last)],
  ] as const
  for (const [field, message] of found) if (message) throw problem('people.name_invalid', { message, field })
  await pool.query(update({ userId: viewer.id, firstName: first, lastName: last }))
  return viewer.id
}
