import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { REMINDER_HOURS } from '#shared/events.ts'
import { promote } from './attendance.actions.ts'
import { eventNews } from './attendance.signals.ts'
import { lockEvent, selectUnsettled, takeReminders } from './attendance.sql.ts'

/** Reminds those who attend, once, a day before. Mark and signal are one transaction. */
async function remind({ pool, bus }: JobTools): Promise<void> {
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ event_id: number; user_id: number }>(takeReminders({ hours: REMINDER_HOURS }))
    const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
    for (const [eventId, due] of byEvent)
      tx.announce(
        eventNews(
          eventId,
          'soon',
          due.map(({ user_id }) => user_id),
        ),
      )
  })
}

/** Fills places that became free without CancelRegistration. */
async function settle({ pool, bus }: JobTools): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(selectUnsettled())
  for (const { id } of rows)
    await transaction(pool, bus, async (tx) => {
      await tx.query(lockEvent({ eventId: id }))
      await promote(tx, id)
    })
}

export const attendanceJobs: Jobs = {
  'events:remind': (tools: JobTools) => remind(tools),
  'events:settle': (tools: JobTools) => settle(tools),
}
