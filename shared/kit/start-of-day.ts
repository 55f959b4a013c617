import { dayKey } from './dates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** "09:12", with hours from 0 to 23. */
const clock = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment)

/** The start of a day such as "2026-12-03" in the time zone; an invalid date if there is no such day. */
export function startOfDay(day: string, timeZone = 'UTC'): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return new Date(Number.NaN)
  const offsetAt = (moment: number) =>
    Date.parse(`${dayKey(moment, timeZone)}T${clock(moment, timeZone)}:00Z`) -
    Math.floor(moment / MINUTE_MS) * MINUTE_MS
  // Computed twice, because the offset may change between midnight UTC and local midnight.
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight)))
}

/** The last second of a day in the time zone; an invalid date if there is no such day. */
export function endOfDay(day: string, timeZone = 'UTC'): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
  if (Number.isNaN(next.getTime())) return next
  return new Date(startOfDay(next.toISOString().slice(0, 10), timeZone).getTime() - 1000)
}
