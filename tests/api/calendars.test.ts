/** Calendar files, read back by another library: the right instants in every zone, and no access that has ended (EVENT-calendar). */
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { GetAttendedEvents, RegisterForEvent, RotateCalendarToken } from '#api/operations.ts'
import { calendarFile, folded, type CalendarEvent } from '#server/features/events/calendar/ics.ts'
import { clockChanges, instantsOf } from '#server/features/events/calendar/zones.ts'
import { calendarFeedPath, calendarFilePath } from '#shared/events.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, ingrid] = await testServer.members(demoMembers.member, demoMembers.executive)
const nobody = testServer.anonymous()

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
  const DAYS = ['2026-03-07', '2026-03-09', '2026-03-28', '2026-03-30', '2026-04-04', '2026-04-06', '2026-10-03', '2026-10-05', '2026-10-24', '2026-10-26', '2026-10-31', '2026-11-02', '2027-07-01']

  it('has the instant of each wall time, on both sides of every change of the clocks', () => {
    const events = ZONES.flatMap((zone) => DAYS.map((day) => entry(`${day}T09:00`, zone)))
    const found = read(calendarFile(events, 'Events'))
    expect(found.map(({ uid, start }) => ({ uid, start }))).toEqual(
      events.map(({ uid, start_date }) => ({ uid, start: start_date.getTime() })),
    )
    // The same instants as those that PostgreSQL stores.
  })

  it('agrees with the instants in the database', async () => {
    const events = ZONES.flatMap((zone) => DAYS.map((day) => entry(`${day}T09:00`, zone)))
    const rows = await testServer.sql<{ at: Date }>(
      `select (e.wall::timestamp at time zone e.zone) as at from unnest($1::text[], $2::text[]) with ordinality e(wall, zone, n) order by n`,
      [events.map(({ wall_start }) => wall_start), events.map(({ time_zone }) => time_zone)],
    )
    expect(rows.map(({ at }) => new Date(at).getTime())).toEqual(events.map(({ start_date }) => start_date.getTime()))
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
    const text = calendarFile([entry('2026-05-01T09:00', 'Europe/London', { title, description: 'One\nBEGIN:VEVENT\r\nTwo' })], 'Events')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [found, ...others] = read(text)
    expect(others).toEqual([])
    expect(found!.summary).toBe(title)
    expect(folded('a'.repeat(75))).toBe('a'.repeat(75))
  })

  it('says what was canceled, and counts changes', () => {
    const text = calendarFile(
      [entry('2026-05-01T09:00', 'Europe/London', { is_cancelled: true, sequence: 3 }), entry('2026-05-02T09:00', 'Europe/London', { status: 'going' })],
      'Events',
    )
    expect(read(text).map(({ status, sequence }) => [status, sequence])).toEqual([
      ['CANCELLED', 3],
      ['CONFIRMED', 0],
    ])
  })
})

describe('the file of one event', () => {
  it('is for who may see the event', async () => {
    const [event] = await testServer.sql<{ id: number; start_date: Date }>(
      `select id, start_date from events where title like 'Sanctions%'`,
    )
    const at = calendarFilePath(event!.id)
    const file = await helen.send('GET', at)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(read(file.text)[0]).toMatchObject({ start: new Date(event!.start_date).getTime(), sequence: 1, status: 'CONFIRMED' })
    expect((await ingrid.send('GET', at)).status).toBe(404)
    expect((await ingrid.send('GET', calendarFilePath(999_999))).text).toBe(
      (await ingrid.send('GET', at)).text.replace(/x/g, 'x'),
    )
    expect((await nobody.send('GET', at)).status).toBe(401)
  })
})

describe('the personal feed (RotateCalendarToken)', () => {
  const token = 'a'.repeat(43)
  const fetched = (of = token) => nobody.send('GET', calendarFeedPath(of))

  it('has the events that its member may see now, without a session', async () => {
    await helen.ask(RotateCalendarToken, { token })
    const found = read((await fetched()).text)
    const [{ count }] = (await testServer.sql<{ count: string }>(
      `select count(*) from events e join peer_networks n on n.id = e.peer_network_id where n.slug in ('legal', 'finance') and e.end_date > now() - interval '180 days'`,
    )) as [{ count: string }]
    expect(found).toHaveLength(Number(count))
    expect(found.find(({ summary }) => summary.startsWith('Paris breakfast'))!.status).toBe('CANCELLED')
    expect((await helen.ask(GetAttendedEvents, {})).calendar_feed!.fetched_at).not.toBeNull()
    const [open] = await testServer.sql<{ id: number }>(`select id from events where title like 'General counsel winter%'`)
    await helen.ask(RegisterForEvent, { event_id: open!.id })
    expect(read((await fetched()).text).find(({ uid }) => uid.startsWith(`event-${open!.id}@`))!.status).toBe('CONFIRMED')
  })

  it('stores no token', async () => {
    const [row] = await testServer.sql('select * from calendar_tokens')
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('loses what the member may no longer see at the next fetch, and ends with the account', async () => {
    await testServer.sql(`delete from network_access where kind = 'event' and from_network_id <> to_network_id`)
    expect(read((await fetched()).text).some(({ summary }) => summary.startsWith('Cash forecasting'))).toBe(false)
    await testServer.sql('update users set suspended = true where id = $1', [helen.id])
    expect((await fetched()).status).toBe(404)
    await testServer.sql('update users set suspended = false where id = $1', [helen.id])
    expect((await fetched()).status).toBe(200)
  })

  it('ends when the address is renewed, and looks like one that never existed', async () => {
    const next = 'b'.repeat(43)
    await helen.ask(RotateCalendarToken, { token: next })
    const [ended, unknown] = [await fetched(), await fetched('c'.repeat(43))]
    expect([ended.status, unknown.status]).toEqual([404, 404])
    expect(ended.text).toBe(unknown.text)
    expect((await fetched(next)).status).toBe(200)
    expect((await helen.op(RotateCalendarToken, { token: 'short' })).code).toBe('events.calendar_token')
  })
})
