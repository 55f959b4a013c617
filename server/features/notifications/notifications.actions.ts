import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { Sql } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { changed } from './notifications.signals.ts'
import { selectNotification, selectUnread, selectUnseen, setRead, setSeen, toggleRead } from './notifications.sql.ts'

/** Toggles a notification between read and unread. Resolves to its id. */
export async function toggleNotificationRead(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  const [found] = await selectRows(pool, selectNotification(args.id), viewer)
  if (!found)
    throw problem('notifications.not_found', { message: 'This notification is no longer available.', field: 'id' })
  await transaction(pool, bus, async (tx) => {
    await tx.query(toggleRead({ id: args.id, userId: viewer.id }))
    for (const signal of changed([viewer.id])) tx.announce(signal)
  })
  return args.id
}

/** Resolves to the number of notifications that were unread. */
export const readAllNotifications = (pool: pg.Pool, bus: Bus, call: Call) =>
  mark(pool, bus, call, { chosen: selectUnread, statement: setRead })
/** Resolves to the number of notifications that were unseen. */
export const markAllNotificationsSeen = (pool: pg.Pool, bus: Bus, call: Call) =>
  mark(pool, bus, call, { chosen: selectUnseen, statement: setSeen })

/** Marks only what the member can see: a hidden notification may reappear, and then it is new. */
async function mark(
  pool: pg.Pool,
  bus: Bus,
  { viewer }: Call,
  { chosen, statement }: { chosen: Sql; statement: typeof setRead },
): Promise<number> {
  const rows = await selectRows<{ id: number }>(pool, chosen, viewer)
  if (rows.length === 0) return 0
  return transaction(pool, bus, async (tx) => {
    const done = await tx.query(statement({ notificationIds: rows.map(({ id }) => id), userId: viewer.id }))
    if (done.rows.length > 0) for (const signal of changed([viewer.id])) tx.announce(signal)
    return done.rows.length
  })
}
