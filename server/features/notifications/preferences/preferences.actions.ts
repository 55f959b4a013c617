import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { choicesIn, type NotificationTiming } from '#shared/notifications.ts'
import { deleteMute, insertMute, selectThread, upsertChoices } from './preferences.sql.ts'

interface Preferences {
  kinds?: unknown
  timing?: NotificationTiming | null
  quiet_from?: number | null
  quiet_until?: number | null
  push_content?: boolean | null
}

/** Saves the member's notification preferences. Resolves to the member's id. */
export async function updatePushPreferences(
  pool: pg.Pool,
  { viewer, args: { preferences } }: Call<{ preferences: Preferences }>,
): Promise<number> {
  const { kinds = null, timing, quiet_from, quiet_until, push_content } = preferences
  if (kinds !== null && !choicesIn(kinds))
    throw problem('notifications.kinds', {
      message: 'Each kind takes in_app, email and push, and each of them true or false.',
      field: 'preferences',
    })
  const setsQuiet = quiet_from !== undefined || quiet_until !== undefined
  if (setsQuiet && !areHours(quiet_from ?? null, quiet_until ?? null))
    throw problem('notifications.quiet_hours', {
      message: 'Quiet hours must start and end on different whole hours, from 0 to 23.',
      field: 'preferences',
    })
  await pool.query(
    upsertChoices({
      userId: viewer.id,
      kinds: kinds === null ? null : JSON.stringify(kinds),
      timing: timing ?? null,
      setsQuiet,
      quietFrom: quiet_from ?? null,
      quietUntil: quiet_until ?? null,
      pushContent: push_content ?? null,
    }),
  )
  return viewer.id
}

function areHours(from: number | null, until: number | null): boolean {
  if (from === null || until === null) return from === until
  return [from, until].every((hour) => hour >= 0 && hour <= 23) && from !== until
}

/** Mutes or unmutes a thread. Resolves to its id. */
export async function muteThread(
  pool: pg.Pool,
  { viewer, args }: Call<{ thread_id: number }>,
  { isMuted }: { isMuted: boolean },
): Promise<number> {
  const [thread] = await selectRows(pool, selectThread(args.thread_id), viewer)
  if (!thread)
    throw problem('discussions.not_found', {
      message: 'This discussion isn’t available.',
      field: 'thread_id',
    })
  await pool.query((isMuted ? insertMute : deleteMute)({ userId: viewer.id, threadId: args.thread_id }))
  return args.thread_id
}
