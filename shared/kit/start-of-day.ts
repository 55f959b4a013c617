import { dayKey, timeKey } from './dates.ts'

const MINUTE_MS = 60_000

/** The moment at which a day such as "2026-12-03" begins there; an invalid date where there is no such day. */
export function startOfDay(day: string, timeZone = 'UTC'): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return new Date(Number.NaN)
  const offsetAt = (moment: number) =>
    Date.parse(`${dayKey(moment, timeZone)}T${timeKey(moment, timeZone)}:00Z`) -
    Math.floor(moment / MINUTE_MS) * MINUTE_MS
  // Asked twice, because the clocks may change between the two.
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight)))
}
