import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { requireEvent } from '../events.actions.ts'
import { eventNews } from './attendance.signals.ts'
import { deleteRegistration, insertRegistration, lockEvent, promoteWaiting } from './attendance.sql.ts'

type AttendCall = Call<{ event_id: number }>

/** Takes a place, or joins the waiting list. Resolves to the event's id. */
export async function registerForEvent(pool: pg.Pool, { viewer, args }: AttendCall): Promise<number> {
  const event = await requireEvent(pool, viewer, { id: args.event_id, field: 'event_id' })
  if (event.cancelled_at) throw problem('events.canceled', { message: 'This event was canceled.', field: 'event_id' })
  if (event.is_over)
    throw problem('events.over', { message: 'This event is over. Its materials stay here.', field: 'event_id' })
  if (event.capacity === null)
    throw problem('events.no_registration', {
      message: 'You don’t register for this event here. Its description says how to attend.',
      field: 'event_id',
    })
  await pool.query(insertRegistration({ userId: viewer.id, eventId: event.id }))
  return event.id
}

/** Gives back the place or leaves the waiting list; whoever waits longest moves up. Idempotent. */
export async function cancelRegistration(pool: pg.Pool, bus: Bus, { viewer, args }: AttendCall): Promise<number> {
  const event = await requireEvent(pool, viewer, { id: args.event_id, field: 'event_id' })
  if (event.is_over)
    throw problem('events.over', { message: 'This event is over. Its materials stay here.', field: 'event_id' })
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockEvent({ eventId: event.id }))
    await tx.query(deleteRegistration({ userId: viewer.id, eventId: event.id }))
    await promote(tx, event.id)
    return event.id
  })
}

/** Fills free places from the waiting list, and tells who moved up. The transaction holds the event's lock. */
export async function promote(tx: Transaction, eventId: number): Promise<number> {
  const { rows } = await tx.query<{ user_id: number }>(promoteWaiting({ eventId }))
  if (rows.length > 0)
    tx.announce(
      eventNews(
        eventId,
        'promoted',
        rows.map(({ user_id }) => user_id),
      ),
    )
  return rows.length
}
