/** Dates as text in a named time zone, identical on server and browser. An invalid date becomes an empty string. */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type Instant = string | number | Date
const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string, options: Intl.DateTimeFormatOptions, name: string): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  let known = formats.get(key)
  if (!known) {
    known = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: validZone(timeZone) })
    formats.set(key, known)
  }
  return known
}

function validZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** The date, or undefined with a console warning. */
function instantOf(value: Instant): Date | undefined {
  const date = new Date(value)
  if (!Number.isNaN(date.getTime())) return date
  console.warn('Invalid date:', value)
  return undefined
}

/** "2026-12-03" in the time zone: identifies a day, and can be sorted and compared. */
export function dayKey(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  if (!date) return ''
  const parts = format(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'key').formatToParts(date)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** "3 December", with the year if it is not the current one. */
export function dayOf(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const isThisYear = dayKey(date, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4)
  return isThisYear
    ? format(timeZone, { day: 'numeric', month: 'long' }, 'day').format(date)
    : format(timeZone, { day: 'numeric', month: 'long', year: 'numeric' }, 'dated').format(date)
}

/** "Today", "Yesterday", "Monday" within the last week, otherwise "3 December" or "3 December 2024". */
export function dayHeading(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const daysAgo = Math.round((Date.parse(dayKey(now, timeZone)) - Date.parse(dayKey(date, timeZone))) / DAY_MS)
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  if (daysAgo > 1 && daysAgo < 7) return format(timeZone, { weekday: 'long' }, 'weekday').format(date)
  return dayOf(date, timeZone, now)
}

/** "09:12". */
export function timeOf(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  return date ? format(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'time').format(date) : ''
}

/** "3 December 2026, 09:12": for the title of a time and wherever it must be unambiguous. */
export function longDate(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  if (!date) return ''
  return `${format(timeZone, { day: 'numeric', month: 'long', year: 'numeric' }, 'dated').format(date)}, ${timeOf(date, timeZone)}`
}

/** The age for a byline: "now", "12 min", "4 h", "Mon", "3 Dec", "3 Dec 2024". */
export function agoOf(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const age = new Date(now).getTime() - date.getTime()
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  if (age < 6 * DAY_MS) return format(timeZone, { weekday: 'short' }, 'short weekday').format(date)
  const isThisYear = dayKey(date, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4)
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }
  return format(timeZone, options, isThisYear ? 'short' : 'short dated').format(date)
}
