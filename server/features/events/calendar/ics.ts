/**
 * Calendar files (RFC 5545): events with the wall time and zone of their venue, the zone's clock changes, and a sequence
 * number from which calendars learn of changes. Our own writer: libraries for it convert the instants wrongly or need
 * the zone's rules from elsewhere.
 */
import { clockChanges, offsetMs } from './zones.ts'

export interface CalendarEvent {
  uid: string
  sequence: number
  changed_at: Date
  title: string
  description: string
  place: string | null
  /** `YYYY-MM-DDTHH:MM` */
  wall_start: string
  wall_end: string
  start_date: Date
  end_date: Date
  time_zone: string
  url: string
  is_cancelled: boolean
  /** Null if the member does not attend. */
  status: 'going' | 'waiting' | null
}

const LINE_BYTES = 75
const YEAR_MS = 366 * 24 * 3_600_000

/** Continues after 75 bytes on the next line, never inside a character. */
export function folded(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    // The space that begins a continued line counts.
    if (bytes + size > (parts.length === 0 ? LINE_BYTES : LINE_BYTES - 1)) {
      parts.push(part)
      ;[part, bytes] = ['', 0]
    }
    part += sign
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

const text = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
    // Other control characters have no place in a calendar, and could begin a line of its own.
    .replaceAll(/\p{Cc}/gu, '')
const utc = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const wall = (value: string) => `${value.replaceAll(/[-:]/g, '')}00`
const wallOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
const offset = (ms: number) => {
  const minutes = Math.abs(Math.round(ms / 60_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
const zoneName = (zone: string, at: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value

/** One entry for each clock change from a year before the first event, so that readers need no zone data of their own. */
function zoneLines(zone: string, from: number, until: number): string[] {
  const begins = from - YEAR_MS
  const changes = [
    { at: begins, from: offsetMs(zone, begins), to: offsetMs(zone, begins) },
    ...clockChanges(zone, begins, until + YEAR_MS),
  ]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...changes.flatMap((change) => {
      const kind = change.to > change.from ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        `DTSTART:${wallOf(change.at + change.from)}`,
        `TZOFFSETFROM:${offset(change.from)}`,
        `TZOFFSETTO:${offset(change.to)}`,
        `TZNAME:${zoneName(zone, change.at)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

const eventLines = (event: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.changed_at)}`,
  `LAST-MODIFIED:${utc(event.changed_at)}`,
  `DTSTART;TZID=${event.time_zone}:${wall(event.wall_start)}`,
  `DTEND;TZID=${event.time_zone}:${wall(event.wall_end)}`,
  `SUMMARY:${text(event.status === 'waiting' ? `${event.title} (waiting list)` : event.title)}`,
  ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
  ...(event.place ? [`LOCATION:${text(event.place)}`] : []),
  `URL:${event.url}`,
  `STATUS:${event.is_cancelled ? 'CANCELLED' : event.status === 'going' ? 'CONFIRMED' : 'TENTATIVE'}`,
  // Who does not attend is not busy.
  `TRANSP:${event.status === 'going' && !event.is_cancelled ? 'OPAQUE' : 'TRANSPARENT'}`,
  'END:VEVENT',
]

/** `name` is shown by calendars that subscribe. */
export function calendarFile(events: readonly CalendarEvent[], name: string): string {
  const zones = Map.groupBy(events, ({ time_zone }) => time_zone)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Counterpart//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    ...[...zones].flatMap(([zone, list]) =>
      zoneLines(
        zone,
        Math.min(...list.map(({ start_date }) => start_date.getTime())),
        Math.max(...list.map(({ end_date }) => end_date.getTime())),
      ),
    ),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
