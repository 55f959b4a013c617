import type pg from 'pg'
import { hashOf } from '#server/features/accounts/index.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { CALENDAR_TOKEN } from '#shared/events.ts'
import { upsertCalendarToken } from './calendar.sql.ts'

/** Makes the member's calendar address, and ends the earlier one. Resolves to the member's id. */
export async function rotateCalendarToken(pool: pg.Pool, { viewer, args }: Call<{ token: string }>): Promise<number> {
  if (!CALENDAR_TOKEN.test(args.token))
    throw problem('events.calendar_token', {
      message: 'The calendar address couldn’t be made. Reload the page and try again.',
      field: 'token',
    })
  await pool.query(upsertCalendarToken({ userId: viewer.id, hash: hashOf(args.token) }))
  return viewer.id
}
