/** The clock changes of a time zone, found by asking the runtime's time zone data. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** What the clock shows there, as if it were UTC. */
export function wallMs(zone: string, instant: number): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(part['year']!, part['month']! - 1, part['day']!, part['hour']!, part['minute']!, part['second']!)
}

/** How far the clock there is ahead of UTC. */
export const offsetMs = (zone: string, instant: number): number =>
  wallMs(zone, instant) - Math.floor(instant / 1000) * 1000

/** The instants at which this wall time is shown: none in the hour that is skipped, two in the one that is repeated. */
export function instantsOf(zone: string, wall: number): number[] {
  const candidates = [offsetMs(zone, wall - DAY_MS), offsetMs(zone, wall + DAY_MS)].map((offset) => wall - offset)
  return [...new Set(candidates)].filter((instant) => wallMs(zone, instant) === wall).toSorted((a, b) => a - b)
}

export interface ClockChange {
  /** The first instant with the new offset. */
  at: number
  from: number
  to: number
}

/** All changes in this span, oldest first. */
export function clockChanges(zone: string, begins: number, ends: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = begins; day < ends; day += DAY_MS) {
    const [from, to] = [offsetMs(zone, day), offsetMs(zone, day + DAY_MS)]
    if (from === to) continue
    let [before, after] = [day, day + DAY_MS]
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetMs(zone, middle) === from) before = middle
      else after = middle
    }
    changes.push({ at: after, from, to })
  }
  return changes
}
