/** The other figures, each beside a count of plain rows that is written out here. */
import { beforeAll, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { countFigures, fillFigures } from '../harness/figures.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const { sql } = testServer
const DAY_MS = 86_400_000

interface Period {
  starts_on: string
  from: number
  until: number
}
const periods: Record<'week' | 'month', Period[]> = { week: [], month: [] }

beforeAll(async () => {
  const [helen] = await testServer.members(demoMembers.member)
  await fillFigures(testServer, [legal, finance])
  // What is not counted: a person who has not joined, and an expert whom a private reply names.
  await sql(
    `with person as (
       insert into users (first_name, last_name, email, current_state, date_joined)
       values ('Not', 'Joined', 'not-joined@figures.test', 'not joined', now() - interval '70 days') returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from person`,
    [legal],
  )
  const [thread] = await sql<{ id: number }>(`select min(id) as id from threads where topic like 'Generated%'`)
  const secret = await insertMessage(testServer, {
    thread: thread!.id,
    sender: helen.id,
    readers: [helen.id],
    pub_date: new Date(Date.now() - 30 * DAY_MS).toISOString(),
  })
  await sql('insert into message_experts select $1, min(id), 1 from experts', [secret])
  await sql(
    `insert into message_experts (message_id, expert_id, place)
     select m.id, e.id, 1 from messages m join lateral (select id from experts order by id offset m.id % 5 limit 1) e on true
     where m.id % 3 = 0 and m.body in ('Answer', 'Body') on conflict do nothing`,
  )
  await sql(
    `insert into material_downloads (user_id, kind, item_id, file_id, token, requested_at, opened_at)
     select u.id, 'peer_document', d.id, v.file_id, left(gen_random_uuid()::text || gen_random_uuid()::text, 43), s.at, s.at
     from users u join lateral (select id, current_version_id from peer_documents where state = 'approved' order by id offset u.id % 2 limit 1) d on true
     join document_versions v on v.id = d.current_version_id
     cross join generate_series(0, 2) i
     cross join lateral (select now() - make_interval(days => (7 + (u.id * 11 + i * 2) % 150)::integer) as at) s
     where u.email like '%@figures.test'`,
  )
  await countFigures(testServer)
  const found = await sql<{ span: 'week' | 'month'; starts_on: string }>(
    `select span, to_char(starts_on, 'YYYY-MM-DD') as starts_on from figure_periods order by starts_on`,
  )
  for (const { span, starts_on } of found) {
    const start = new Date(`${starts_on}T00:00:00Z`)
    const end = new Date(start)
    if (span === 'week') end.setUTCDate(end.getUTCDate() + 7)
    else end.setUTCMonth(end.getUTCMonth() + 1)
    periods[span].push({ starts_on, from: start.getTime(), until: end.getTime() })
  }
})

type Cell = `${number} ${string} ${string}`
/** Amounts by network, period and category. */
type Cells = Map<Cell, number>
const add = (cells: Cells, network: number | null, starts_on: string, category = '') => {
  if (network === null) return
  const cell: Cell = `${network} ${starts_on} ${category}`
  cells.set(cell, (cells.get(cell) ?? 0) + 1)
}
const isIn = ({ from, until }: Period, at: Date | null) => at !== null && at.getTime() >= from && at.getTime() < until
const periodAt = (span: 'week' | 'month', at: Date | null) => periods[span].find((period) => isIn(period, at))

interface Person {
  id: number
  network: number | null
  date_joined: Date
  is_staff: boolean
  registered: boolean
}
const people = () =>
  sql<Person>(
    `select u.id, u.date_joined, u.is_staff, u.registered,
       (select p.peer_network_id from peer_network_memberships p where p.user_id = u.id and p.is_primary) as network from users u`,
  )
const messages = () =>
  sql<{ id: number; sender_id: number; at: Date; is_reply: boolean; is_private: boolean; network: number | null }>(
    `select m.id, m.sender_id, m.order_date as at, not m.is_original_message as is_reply, m.is_private,
       (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = m.thread_id) as network
     from messages m where m.visible`,
  )
const downloads = () =>
  sql<{ user_id: number; item_id: number; kind: string; at: Date }>(
    'select user_id, item_id, kind, opened_at as at from material_downloads where opened_at is not null',
  )

const PLAIN: Record<string, () => Promise<Cells>> = {
  async replied() {
    const cells: Cells = new Map()
    const replies = (await messages()).filter(({ is_reply }) => is_reply)
    const accepted = await sql<{ user_id: number; used_at: Date; network: number }>(
      `select user_id, used_at, peer_network_id as network from invitations where state = 'accepted'`,
    )
    for (const { user_id, used_at, network } of accepted) {
      const after = replies.filter(({ sender_id, at }) => sender_id === user_id && at >= used_at)
      const first = after.reduce<Date | null>((least, { at }) => (least === null || at < least ? at : least), null)
      const period = periodAt('week', first)
      if (period && first!.getTime() - used_at.getTime() <= 7 * DAY_MS) add(cells, network, period.starts_on)
    }
    return cells
  },
  async expert() {
    const cells: Cells = new Map()
    const known = new Map((await messages()).map((message) => [message.id, message]))
    for (const { message_id, expert_id } of await sql<{ message_id: number; expert_id: number }>(
      'select message_id, expert_id from message_experts',
    )) {
      const message = known.get(message_id)
      const period = message && !message.is_private && periodAt('week', message.at)
      if (period) add(cells, message.network, period.starts_on, String(expert_id))
    }
    return cells
  },
  async download() {
    const cells: Cells = new Map()
    const homes = new Map((await people()).map(({ id, network }) => [id, network]))
    const seen = new Set<string>()
    for (const { user_id, item_id, kind, at } of await downloads()) {
      const period = kind === 'peer_document' ? periodAt('week', at) : undefined
      const once = `${user_id} ${item_id} ${period?.starts_on}`
      if (!period || seen.has(once)) continue
      seen.add(once)
      add(cells, homes.get(user_id) ?? null, period.starts_on, String(item_id))
    }
    return cells
  },
  async subscriptions() {
    const cells: Cells = new Map()
    const rows = await sql<{ network: number; start: Date; end: Date; cancelled: Date | null }>(
      `select t.peer_network_id as network, s.term_start as start, s.term_end as end, s.cancelled_at as cancelled
       from subscriptions s join teams t on t.id = s.team_id`,
    )
    for (const { starts_on, from, until } of periods.week)
      for (const { network, start, end, cancelled } of rows)
        if (start.getTime() < until && end.getTime() >= from && (cancelled === null || cancelled.getTime() >= from))
          add(cells, network, starts_on)
    return cells
  },
  async joined() {
    const cells: Cells = new Map()
    for (const { network, date_joined, is_staff, registered } of await people()) {
      const period = periodAt('month', date_joined)
      if (period && !is_staff && registered) add(cells, network, period.starts_on)
    }
    return cells
  },
  async returned() {
    const cells: Cells = new Map()
    const acts = [
      ...(await messages()).map(({ sender_id, at }) => ({ user_id: sender_id, at })),
      ...(await downloads()),
      ...(await sql<{ user_id: number; at: Date }>('select user_id, created_at as at from likes')),
      ...(await sql<{ user_id: number; at: Date }>('select user_id, voted_at as at from poll_votes')),
    ]
    const everyone = (await people()).filter(({ is_staff, registered }) => !is_staff && registered)
    for (const period of periods.month) {
      const active = new Set(acts.filter(({ at }) => isIn(period, at)).map(({ user_id }) => user_id))
      const earliest = new Date(period.from)
      earliest.setUTCMonth(earliest.getUTCMonth() - 3)
      for (const { id, network, date_joined } of everyone)
        if (active.has(id) && date_joined.getTime() < period.from && date_joined >= earliest)
          add(cells, network, period.starts_on, date_joined.toISOString().slice(0, 7))
    }
    return cells
  },
}

it.each(Object.entries(PLAIN))('%s: equals a plain count of rows (COUNT-figures)', async (figure, plain) => {
  const counted = await sql<{ cell: Cell; amount: string }>(
    `select peer_network_id || ' ' || to_char(starts_on, 'YYYY-MM-DD') || ' ' || category as cell, amount
     from figure_counts where figure = $1 and amount > 0`,
    [figure],
  )
  const expected = await plain()
  expect(expected.size).toBeGreaterThan(5)
  expect(Object.fromEntries(counted.map(({ cell, amount }) => [cell, Number(amount)]))).toEqual(
    Object.fromEntries(expected),
  )
})
