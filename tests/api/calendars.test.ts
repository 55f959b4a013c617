/** Calendar files, read back by another library: the right instants in every zone, and no access that has ended (EVENT-calendar). */
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { GetAttendedEvents, RegisterForEvent, RotateCalendarToken } from '#api/operations.ts'
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

// Both changes of the clock in zones that change on different days, and one that does not.
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata']
/** Before and after each Sunday of the months in which clocks change, next year. */
const DAYS = [3, 4, 10, 11].flatMap((month) => {
  const days = Array.from(
    { length: 30 },
    (_, at) => new Date(Date.UTC(new Date().getFullYear() + 1, month - 1, at + 1)),
  )
  return days.filter((day) => [1, 6].includes(day.getUTCDay())).map((day) => day.toISOString().slice(0, 10))
})

it('has the instant that the database has for each wall time, on both sides of every change of the clocks', async () => {
  const rows = await testServer.sql<{ id: number; start_date: Date }>(
    `insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone)
     select n.id, (select min(id) from event_categories), 'Clock', (d || 'T09:00')::timestamp, (d || 'T10:00')::timestamp, z
     from peer_networks n, unnest($1::text[]) z, unnest($2::text[]) d where n.slug = 'legal' returning id, start_date`,
    [ZONES, DAYS],
  )
  await helen.ask(RotateCalendarToken, { token: 'd'.repeat(43) })
  const found = read((await nobody.send('GET', calendarFeedPath('d'.repeat(43)))).text)
  for (const { id, start_date } of rows)
    expect(found.find(({ uid }) => uid.startsWith(`event-${id}@`))!.start).toBe(new Date(start_date).getTime())
})

describe('the file of one event', () => {
  it('is for who may see the event', async () => {
    const [event] = await testServer.sql<{ id: number; start_date: Date }>(
      `select id, start_date from events where title like 'Sanctions%'`,
    )
    const at = calendarFilePath(event!.id)
    const file = await helen.send('GET', at)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(read(file.text)[0]).toMatchObject({
      start: new Date(event!.start_date).getTime(),
      sequence: 1,
      status: 'CONFIRMED',
    })
    expect((await ingrid.send('GET', at)).status).toBe(404)
    expect((await ingrid.send('GET', calendarFilePath(999_999))).text).toBe((await ingrid.send('GET', at)).text)
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
    const [open] = await testServer.sql<{ id: number }>(
      `select id from events where title like 'General counsel winter%'`,
    )
    await helen.ask(RegisterForEvent, { event_id: open!.id })
    expect(read((await fetched()).text).find(({ uid }) => uid.startsWith(`event-${open!.id}@`))!.status).toBe(
      'CONFIRMED',
    )
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
