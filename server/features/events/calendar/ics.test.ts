/** Calendar files, read back by another library with the zones of the file alone. */
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { calendarFile, folded, type CalendarEvent } from './ics.ts'
import { clockChanges, instantsOf } from './zones.ts'

interface Read {
  uid: string
  start: number
  end: number
  summary: string
  sequence: number
  status: string
}

/** Parses with the zones of the file alone. */
function read(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      summary: event.summary,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
}

const entry = (wall: string, time_zone: string, part: Partial<CalendarEvent> = {}): CalendarEvent => {
  const [start] = instantsOf(time_zone, Date.parse(`${wall}:00Z`))
  return {
    uid: `${wall}-${time_zone}`,
    sequence: 0,
    changed_at: new Date('2026-01-01T00:00:00Z'),
    title: 'Event',
    description: '',
    place: null,
    wall_start: wall,
    wall_end: new Date(Date.parse(`${wall}:00Z`) + 3_600_000).toISOString().slice(0, 16),
    start_date: new Date(start!),
    end_date: new Date(start! + 3_600_000),
    time_zone,
    url: 'https://counterpart.test/content/event-materials/1',
    is_cancelled: false,
    status: null,
    ...part,
  }
}

describe('a calendar file', () => {
  // Both changes of the clock in zones that change on different days, and one that does not.
  const ZONES = ['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata']
  const DAYS = [
    '2026-03-07',
    '2026-03-09',
    '2026-03-28',
    '2026-03-30',
    '2026-04-04',
    '2026-04-06',
    '2026-10-03',
    '2026-10-05',
    '2026-10-24',
    '2026-10-26',
    '2026-10-31',
    '2026-11-02',
    '2027-07-01',
  ]

  it('has the instant of each wall time, on both sides of every change of the clocks', () => {
    const events = ZONES.flatMap((zone) => DAYS.map((day) => entry(`${day}T09:00`, zone)))
    const found = read(calendarFile(events, 'Events'))
    expect(found.map(({ uid, start }) => ({ uid, start }))).toEqual(
      events.map(({ uid, start_date }) => ({ uid, start: start_date.getTime() })),
    )
  })

  it('knows the hour that is skipped and the one that comes twice', () => {
    const at = (wall: string) => instantsOf('America/New_York', Date.parse(`${wall}:00Z`))
    expect(at('2026-03-08T02:30')).toEqual([])
    expect(at('2026-11-01T01:30')).toHaveLength(2)
    expect(at('2026-11-01T02:30')).toHaveLength(1)
    expect(clockChanges('America/New_York', Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))).toEqual([
      { at: Date.UTC(2026, 2, 8, 7), from: -5 * 3_600_000, to: -4 * 3_600_000 },
      { at: Date.UTC(2026, 10, 1, 6), from: -4 * 3_600_000, to: -5 * 3_600_000 },
    ])
    expect(clockChanges('Asia/Kolkata', Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))).toEqual([])
  })

  it('folds its lines at 75 bytes, never within a character, and escapes what members write', () => {
    const title = 'Élan; vital, 日本語\\ 👩‍⚖️ '.repeat(12)
    const text = calendarFile(
      [entry('2026-05-01T09:00', 'Europe/London', { title, description: 'One\nBEGIN:VEVENT\r\nTwo' })],
      'Events',
    )
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [found, ...others] = read(text)
    expect(others).toEqual([])
    expect(found!.summary).toBe(title)
    expect(folded('a'.repeat(75))).toBe('a'.repeat(75))
  })

  it('says what was canceled, and counts changes', () => {
    const text = calendarFile(
      [
        entry('2026-05-01T09:00', 'Europe/London', { is_cancelled: true, sequence: 3 }),
        entry('2026-05-02T09:00', 'Europe/London', { status: 'going' }),
      ],
      'Events',
    )
    expect(read(text).map(({ status, sequence }) => [status, sequence])).toEqual([
      ['CANCELLED', 3],
      ['CONFIRMED', 0],
    ])
  })
})
