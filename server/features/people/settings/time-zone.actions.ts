import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { isTimeZone } from '#shared/settings.ts'
import { updateTimeZone as update } from './time-zone.sql.ts'

/** Sets the time zone that determines when the member's days begin and end. Resolves to the member's id. */
export async function updateTimeZone(pool: pg.Pool, { viewer, args }: Call<{ time_zone: string }>): Promise<number> {
  if (!isTimeZone(args.time_zone))
    throw problem('people.time_zone_unknown', { message: 'Choose a time zone from the list.', field: 'time_zone' })
  await pool.query(update({ userId: viewer.id, timeZone: args.time_zone }))
  return viewer.id
}
