/** Dates in American English, in a given time zone, the same on server and browser. An invalid date is an empty string. */

const LOCALE = 'en-US'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type Instant = string | number | Date
const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string, options: Intl.DateTimeFormatOptions, name: string): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  let known = formats.get(key)
  if (!known) {
    known = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: validZone(timeZone) })
    formats.set(key, known)
  }
  return known
}

function validZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** The moment, or undefined with a warning on the console. */
function instantOf(value: Instant): Date | undefined {
  const date = new Date(value)
  if (!Number.isNaN(date.getTime())) return date
  console.warn('Invalid date:', value)
  return undefined
}

const QUARTER_HOUR_MS = 900_000
const MAX_DAYS = 10_000
/** Today's offsets from UTC are multiples of a quarter of an hour, so a day can only change at its start. */
const days = new Map<string, string>()

const quarterHourOf = (date: Date): number => Math.floor(date.getTime() / QUARTER_HOUR_MS)

/** The text of a day, the same all day long. Remembered, because formatting takes 5 µs. */
function ofDay(date: Date, timeZone: string, name: string, formatted: () => string): string {
  const key = `${name} ${timeZone} ${quarterHourOf(date)}`
  let day = days.get(key)
  if (day === undefined) {
    if (days.size >= MAX_DAYS) days.clear()
    day = formatted()
    days.set(key, day)
  }
  return day
}
const formatOfDay = (date: Date, timeZone: string, options: Intl.DateTimeFormatOptions, name: string): string =>
  ofDay(date, timeZone, name, () => format(timeZone, options, name).format(date))

/** "2026-12-03" of the place: sorts, compares, and names a day. */
export function dayKey(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  return date ? ofDay(date, timeZone, 'key', () => formatDay(date, timeZone)) : ''
}

function formatDay(date: Date, timeZone: string): string {
  const parts = format(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'key').formatToParts(date)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** "December 3", with the year where it is not this one. */
export function dayOf(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const isThisYear = dayKey(date, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4)
  return isThisYear
    ? formatOfDay(date, timeZone, { day: 'numeric', month: 'long' }, 'day')
    : formatOfDay(date, timeZone, { day: 'numeric', month: 'long', year: 'numeric' }, 'dated')
}

/** "Today", "Yesterday", "Monday" within the last week, else "December 3" or "December 3, 2024". */
export function dayHeading(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const today = new Date(now)
  return ofDay(date, timeZone, `heading ${quarterHourOf(today)}`, () => headingOf(date, timeZone, today))
}

function headingOf(date: Date, timeZone: string, today: Date): string {
  const daysAgo = Math.round((Date.parse(dayKey(today, timeZone)) - Date.parse(dayKey(date, timeZone))) / DAY_MS)
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  if (daysAgo > 1 && daysAgo < 7) return formatOfDay(date, timeZone, { weekday: 'long' }, 'weekday')
  return dayOf(date, timeZone, today)
}

/** "9:12 AM". */
export function timeOf(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  if (!date) return ''
  // Engines differ in the space before AM; a difference between server and browser would break hydration.
  return format(timeZone, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }, 'time')
    .format(date)
    .replace(/\s/, '\u00a0')
}

/** "December 3, 2026, 9:12 AM": for tooltips and wherever the exact time matters. */
export function longDate(value: Instant, timeZone = 'UTC'): string {
  const date = instantOf(value)
  if (!date) return ''
  return `${formatOfDay(date, timeZone, { day: 'numeric', month: 'long', year: 'numeric' }, 'dated')}, ${timeOf(date, timeZone)}`
}

/** How long ago in a byline: "now", "12 min", "4 h", "Mon", "Dec 3", "Dec 3, 2024". */
export function agoOf(value: Instant, timeZone = 'UTC', now: Instant = Date.now()): string {
  const date = instantOf(value)
  if (!date) return ''
  const age = new Date(now).getTime() - date.getTime()
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  if (age < 6 * DAY_MS) return formatOfDay(date, timeZone, { weekday: 'short' }, 'short weekday')
  const isThisYear = dayKey(date, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4)
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }
  return formatOfDay(date, timeZone, options, isThisYear ? 'short' : 'short dated')
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
/** A calendar day as YYYY-MM-DD that exists. */
export const isCalendarDay = (text: string): boolean =>
  ISO_DAY.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
