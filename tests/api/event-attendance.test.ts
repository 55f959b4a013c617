/** Places of an event: never more than there are, the waiting list moves up once, and who attends is told. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  CancelRegistration,
  GetAttendedEvents,
  GetEventById,
  Notifications,
  RegisterForEvent,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ DATABASE_WRITE_POOL: '20' })
const [helen, marcus, samuel, ingrid] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.executive,
)
const runJob = async (name: string) => {
  await testServer.sql('select graphile_worker.add_job($1)', [name])
  await testServer.runJobs()
}

/** A new event of the legal network. */
async function event({ capacity = 2, inHours = 12 }: { capacity?: number | null; inHours?: number } = {}) {
  const [row] = await testServer.sql<{ id: number }>(
    `insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone, capacity)
     select n.id, (select min(id) from event_categories), 'Test', (now() at time zone 'UTC') + make_interval(hours => $2),
       (now() at time zone 'UTC') + make_interval(hours => $2 + 1), 'UTC', $1
     from peer_networks n where slug = 'legal' returning id`,
    [capacity, inHours],
  )
  return row!.id
}
const statuses = (id: number) =>
  testServer.sql<{ user_id: number; status: string }>(
    'select user_id, status from event_registrations where event_id = $1 order by number',
    [id],
  )
const counters = async (id: number) =>
  (await testServer.sql<{ taken: number; waiting: number }>('select taken, waiting from events where id = $1', [id]))[0]
const notices = async (client: Client) =>
  (await client.ask(Notifications, { filter: { notification_type: 'event_soon' } })).notifications.items
const legalMembers = async (count: number) => {
  const rows = await testServer.sql<{ id: number }>(
    `select u.id from users u join peer_network_memberships m on m.user_id = u.id join peer_networks n on n.id = m.peer_network_id
     where n.slug = 'legal' and u.current_state = 'full access' and not u.suspended and not u.is_staff order by u.id limit $1`,
    [count],
  )
  return Promise.all(rows.map(({ id }) => testServer.memberById(id)))
}

beforeEach(() => testServer.sql(`delete from notifications where notification_type = 'event_soon'`))

describe('RegisterForEvent', () => {
  it('gives 10 places to 50 who ask at once, and lets 40 wait', async () => {
    const names = await testServer.sql<{ id: number }>(
      `insert into users (first_name, last_name, email, current_state, is_staff)
       select 'Guest', n::text, 'guest-' || n || '@rush.test', 'full access', false from generate_series(1, 50) n returning id`,
    )
    await testServer.sql(
      `insert into peer_network_memberships (user_id, peer_network_id, is_primary)
       select u.id, n.id, true from users u, peer_networks n where u.email::text like '%@rush.test' and n.slug = 'legal'`,
    )
    const guests = await Promise.all(names.map(({ id }) => testServer.memberById(id)))
    const id = await event({ capacity: 10 })
    const answers = await Promise.all(guests.map((guest) => guest.op(RegisterForEvent, { event_id: id })))
    expect(answers.filter(({ code }) => code !== undefined)).toEqual([])
    expect(await counters(id)).toEqual({ taken: 10, waiting: 40 })
    const all = await statuses(id)
    expect(all.filter(({ status }) => status === 'going')).toHaveLength(10)
    // Half of those with a place leave at once: each free place is given once.
    const going = new Set(all.filter(({ status }) => status === 'going').map(({ user_id }) => user_id))
    const leaving = guests.filter((guest) => going.has(guest.id)).slice(0, 5)
    await Promise.all(leaving.map((guest) => guest.ask(CancelRegistration, { event_id: id })))
    expect(await counters(id)).toEqual({ taken: 10, waiting: 35 })
    const promoted = await testServer.sql(
      'select user_id from event_registrations where event_id = $1 and promoted_at is not null order by number',
      [id],
    )
    expect(promoted.map(({ user_id }) => user_id)).toEqual(
      all
        .filter(({ status }) => status === 'waiting')
        .slice(0, 5)
        .map(({ user_id }) => user_id),
    )
  })

  it('changes nothing the second time, and says which place one has in the line', async () => {
    const id = await event({ capacity: 1 })
    await helen.ask(RegisterForEvent, { event_id: id })
    await helen.ask(RegisterForEvent, { event_id: id })
    const { registerForEvent } = await marcus.ask(RegisterForEvent, { event_id: id })
    expect(registerForEvent).toMatchObject({
      places_left: 0,
      num_of_attending: 1,
      num_of_waiting: 1,
      registration: { status: 'waiting', place_in_line: 1 },
    })
    expect((await marcus.ask(GetAttendedEvents, {})).attended_events.map((each) => each.id)).toContain(id)
  })

  it('refuses what is hidden, over, canceled, or has no registration, each with a sentence', async () => {
    const [over, canceled, open, fine] = [
      await event({ inHours: -5 }),
      await event(),
      await event({ capacity: null }),
      await event(),
    ]
    await testServer.sql('update events set cancelled_at = now() where id = $1', [canceled])
    const code = async (client: Client, id: number) => (await client.op(RegisterForEvent, { event_id: id })).code
    expect(await code(helen, over)).toBe('events.over')
    expect(await code(helen, canceled)).toBe('events.canceled')
    expect(await code(helen, open)).toBe('events.no_registration')
    expect(await code(ingrid, fine)).toBe('events.not_found')
    expect(await code(ingrid, 999_999)).toBe('events.not_found')
    // Finance may see events of legal, and attend them.
    expect(await code(samuel, fine)).toBeUndefined()
    expect((await ingrid.op(CancelRegistration, { event_id: fine })).code).toBe('events.not_found')
  })
})

describe('CancelRegistration', () => {
  it('gives the place to who waits longest, tells them once, and skips who may no longer see the event', async () => {
    const id = await event({ capacity: 1, inHours: 72 })
    const [first] = await legalMembers(1)
    await marcus.ask(RegisterForEvent, { event_id: id })
    await samuel.ask(RegisterForEvent, { event_id: id })
    await helen.ask(RegisterForEvent, { event_id: id })
    expect(first).toBeDefined()
    await testServer.sql(`delete from network_access where kind = 'event' and from_network_id <> to_network_id`)
    await marcus.ask(CancelRegistration, { event_id: id })
    expect(await statuses(id)).toEqual([
      { user_id: samuel.id, status: 'waiting' },
      { user_id: helen.id, status: 'going' },
    ])
    await testServer.runJobs()
    await marcus.ask(CancelRegistration, { event_id: id })
    await testServer.runJobs()
    const told = await notices(helen)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ topic: 'Test', payload: { event_id: id, news: 'promoted' } })
    expect(await notices(samuel)).toEqual([])
    await testServer.sql(`
      insert into network_access (kind, from_network_id, to_network_id)
      select 'event', a.id, b.id from peer_networks a, peer_networks b
      where (a.slug, b.slug) in (('legal', 'finance'), ('finance', 'legal'), ('thesuite', 'executive'))`)
  })

  it('also fills a place that became free because its member left', async () => {
    const id = await event({ capacity: 1 })
    await marcus.ask(RegisterForEvent, { event_id: id })
    await helen.ask(RegisterForEvent, { event_id: id })
    await testServer.sql('delete from event_registrations where event_id = $1 and user_id = $2', [id, marcus.id])
    expect(await counters(id)).toEqual({ taken: 0, waiting: 1 })
    await runJob('events:settle')
    expect(await counters(id)).toEqual({ taken: 1, waiting: 0 })
  })
})

describe('the reminder (EVENT-soon)', () => {
  const remind = async () => {
    await runJob('events:remind')
    await testServer.runJobs()
  }

  it('comes once, a day before, to those who attend', async () => {
    const [soon, later] = [await event({ capacity: 1, inHours: 20 }), await event({ inHours: 30 })]
    await helen.ask(RegisterForEvent, { event_id: soon })
    await helen.ask(RegisterForEvent, { event_id: later })
    await marcus.ask(RegisterForEvent, { event_id: soon })
    await remind()
    await remind()
    const told = (await notices(helen)).map(({ payload }) => payload as { event_id: number })
    expect(told.filter(({ event_id }) => event_id === soon)).toEqual([{ event_id: soon, news: 'soon' }])
    expect(told.filter(({ event_id }) => event_id === later)).toEqual([])
    expect((await notices(marcus)).map(({ payload }) => (payload as { event_id: number }).event_id)).not.toContain(soon)
  })

  it('never comes for what may no longer be seen, and disappears with the access', async () => {
    const id = await event({ inHours: 20 })
    await samuel.ask(RegisterForEvent, { event_id: id })
    await helen.ask(RegisterForEvent, { event_id: id })
    await testServer.sql(`delete from network_access where kind = 'event' and from_network_id <> to_network_id`)
    await remind()
    expect(await notices(samuel)).toEqual([])
    expect((await notices(helen)).map(({ payload }) => payload)).toContainEqual({ event_id: id, news: 'soon' })
    await testServer.sql('update events set cancelled_at = now() where id = $1', [id])
    expect((await notices(helen)).map(({ payload }) => payload)).not.toContainEqual({ event_id: id, news: 'soon' })
    expect((await samuel.ask(GetEventById, { id })).event).toBeNull()
  })
})
