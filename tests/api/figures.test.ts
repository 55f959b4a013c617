/** Figures for staff: each equals a slow plain count; who may read them; what they never reveal. */
import { beforeAll, describe, expect, it } from 'vitest'
import { GetFigures, RecordMissedSearch, SetWeeklyFigures } from '#api/operations.ts'
import { SMALLEST_GROUP, TOGETHER, addDays, changeOf, periodsOf, type FigureRow } from '#shared/figures.ts'
import { demoMembers } from '../demo-members.ts'
import { countFigures, fillFigures } from '../harness/figures.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const WEEKS = 12

beforeAll(async () => {
  await fillFigures(testServer, [legal, finance])
  await countFigures(testServer)
})

const read = async (client = ruth, peer_network_id: number | null = null, weeks = WEEKS) =>
  (await client.ask(GetFigures, { peer_network_id, weeks })).figure_counts as FigureRow[]
const latestOf = (rows: readonly FigureRow[]) =>
  rows
    .filter(({ figure }) => figure === 'questions')
    .map(({ starts_on }) => starts_on)
    .toSorted()
    .at(-1)!

/** Slow and plain: one row for each thing that is counted, with its network and time. */
const PLAIN = {
  questions: `select (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = t.id) as network, t.pub_date as at
    from threads t where t.thread_type <> 'poll' and t.removed_at is null
      and exists (select from thread_feed f where f.thread_id = t.id and f.visible)`,
  answered: `select (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = t.id) as network, t.pub_date as at
    from threads t where t.thread_type <> 'poll' and t.removed_at is null
      and exists (select from thread_feed f where f.thread_id = t.id and f.visible)
      and exists (select from messages m where m.thread_id = t.id and m.visible and not m.is_original_message
        and m.sender_id <> t.author_id and m.pub_date - t.pub_date <= interval '48 hours')`,
  decision: `select (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = d.thread_id) as network, d.at
    from moderation_decisions d`,
  paid: `select t.peer_network_id as network, i.paid_at as at, i.amount as amount
    from invoices i, subscriptions s, teams t where s.id = i.subscription_id and t.id = s.team_id and i.state = 'paid'`,
}

it.each(Object.entries(PLAIN))(
  '%s: equals a plain count, in each week and network (COUNT-figures)',
  async (name, plain) => {
    for (const network of [null, legal, finance]) {
      const rows = (await read(ruth, network)).filter(({ figure }) => figure === name)
      const latest = latestOf(await read(ruth, network))
      const from = addDays(latest, -7 * (2 * WEEKS - 1))
      const counted = await testServer.sql<{ week: string; amount: string }>(
        `select to_char(date_trunc('week', p.at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as week,
         sum(coalesce((to_jsonb(p) ->> 'amount')::bigint, 1)) as amount
       from (${plain}) p where p.network is not null and ($1::bigint is null or p.network = $1)
         and p.at >= ($2 || 'T00:00:00Z')::timestamptz and p.at < ($3 || 'T00:00:00Z')::timestamptz group by 1 order by 1`,
        [network, from, addDays(latest, 7)],
      )
      const shown = new Map<string, number>()
      for (const { starts_on, amount } of rows) shown.set(starts_on, (shown.get(starts_on) ?? 0) + amount)
      const weeks = counted.map(({ week, amount }) => [week, Number(amount)] as const)
      expect(Object.fromEntries([...shown].filter(([, amount]) => amount > 0))).toEqual(Object.fromEntries(weeks))
      if (name === 'questions') expect(weeks.length).toBeGreaterThan(WEEKS)
    }
  },
)

it('active members: those of each week who wrote, liked, voted or downloaded, if they are at least five', async () => {
  const rows = (await read(ruth, legal)).filter(({ figure }) => figure === 'active')
  expect(rows.length).toBeGreaterThan(WEEKS)
  for (const { starts_on, amount } of rows) {
    const [plain] = await testServer.sql<{ amount: number }>(
      `select count(distinct u.id)::integer as amount from users u
       join peer_network_memberships p on p.user_id = u.id and p.is_primary and p.peer_network_id = $1
       where not u.is_staff and (
         exists (select from messages m where m.sender_id = u.id and m.visible and m.order_date >= $2::timestamptz and m.order_date < $3::timestamptz)
         or exists (select from likes l where l.user_id = u.id and l.created_at >= $2::timestamptz and l.created_at < $3::timestamptz)
         or exists (select from poll_votes v where v.user_id = u.id and v.voted_at >= $2::timestamptz and v.voted_at < $3::timestamptz)
         or exists (select from material_downloads d where d.user_id = u.id and d.opened_at >= $2::timestamptz and d.opened_at < $3::timestamptz))`,
      [legal, `${starts_on}T00:00:00Z`, `${addDays(starts_on, 7)}T00:00:00Z`],
    )
    expect(amount).toBe(plain!.amount)
  }
})

it('counts nobody twice and loses nobody: what is shown and what waits is what happened', async () => {
  for (const [figure, plain] of [
    [
      'left',
      `select greatest(1, (select count(*) from team_memberships m where m.team_id = s.team_id)) as amount, s.cancelled_at as at from subscriptions s`,
    ],
    ['invited', `select 1 as amount, i.sent_at as at from invitations i`],
    ['accepted', `select 1 as amount, i.used_at as at from invitations i where i.state = 'accepted'`],
  ] as const) {
    const [sums] = await testServer.sql<{ shown: string; waiting: string; plain: string }>(
      `select (select sum(shown) from figure_counts where figure = $1) as shown,
         (select coalesce(sum(amount), 0) from figure_remainders where figure = $1) as waiting,
         (select sum(p.amount) from (${plain}) p where p.at >= (select min(starts_on) from figure_periods where span = 'week')
           and p.at < (select max(starts_on) + 7 from figure_periods where span = 'week')) as plain`,
      [figure],
    )
    expect(Number(sums!.shown) + Number(sums!.waiting), figure).toBe(Number(sums!.plain))
    expect(Number(sums!.shown), figure).toBeGreaterThan(0)
  }
})

it('the median of hours counts questions without an answer', async () => {
  const rows = await read(ruth, legal)
  const latest = latestOf(rows)
  const periods = periodsOf(latest, WEEKS)!
  const shown = rows.find(({ figure, category }) => figure === 'first_answer' && category === 'now')!
  const plain = await testServer.sql<{ hours: number | null }>(
    `select (select min(extract(epoch from m.pub_date - f.pub_date) / 3600)::float8 from messages m where m.thread_id = f.thread_id
        and m.visible and not m.is_original_message and m.sender_id <> f.author_id) as hours
     from thread_feed f where f.visible and f.thread_type <> 'poll' and f.pub_date >= $2::timestamptz and f.pub_date < $3::timestamptz
       and (select min(n.peer_network_id) from thread_peer_networks n where n.thread_id = f.thread_id) = $1`,
    [legal, `${periods.from}T00:00:00Z`, `${addDays(periods.to, 1)}T00:00:00Z`],
  )
  const hours = plain
    .map((row) => (row.hours === null || row.hours > 48 ? Infinity : row.hours))
    .toSorted((a, b) => a - b)
  expect(shown.amount).toBe(hours.length)
  expect(shown.hours).toBeCloseTo(hours[Math.ceil(hours.length / 2) - 1]!, 6)
})

// Every run of weeks, in every network and in all, for every category: no answer, and no difference of two, is 1 to 4.
it('reveals no group smaller than five, whatever is subtracted', async () => {
  const cells = (await Promise.all([null, legal, finance].map((network) => read(ruth, network, 26)))).map((rows) =>
    rows.filter(({ figure }) =>
      ['left', 'invited', 'accepted', 'replied', 'download', 'active', 'returned', 'joined'].includes(figure),
    ),
  )
  for (const rows of cells)
    for (const { amount, figure } of rows) expect(amount, figure).toBeGreaterThanOrEqual(SMALLEST_GROUP)
  const [all, ...each] = cells
  for (const row of all!) {
    const inNetworks = each.flatMap((rows) =>
      rows.filter(
        (own) => own.figure === row.figure && own.starts_on === row.starts_on && own.category === row.category,
      ),
    )
    const rest = row.amount - inNetworks.reduce((sum, { amount }) => sum + amount, 0)
    expect(rest === 0 || rest >= SMALLEST_GROUP, `${row.figure} ${row.starts_on}`).toBe(true)
  }
  for (const network of [null, legal, finance]) {
    const [long, short] = await Promise.all([read(ruth, network, 12), read(ruth, network, 4)])
    for (const figure of ['left', 'invited', 'accepted', 'replied'] as const) {
      const difference =
        changeOf(long, figure, periodsOf(latestOf(long), 12)!).now -
        changeOf(short, figure, periodsOf(latestOf(short), 4)!).now
      expect(difference === 0 || difference >= SMALLEST_GROUP, figure).toBe(true)
    }
  }
  expect(all!.some(({ figure, category }) => figure === 'left' && category === TOGETHER)).toBe(true)
})

it('a week that was counted stays as it is', async () => {
  const before = await read()
  await testServer.sql(`delete from likes where user_id in (select id from users where email like '%@figures.test')`)
  await countFigures(testServer)
  expect(await read()).toEqual(before)
})

it('lists questions without an answer for two days, with members who answered in the area', async () => {
  const areas = [1]
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const facts = {
    author: (await testServer.sql<{ id: number }>('select min(id) as id from users where not is_staff'))[0]!.id,
  }
  const { id } = await insertThread(testServer, {
    ...facts,
    networks: [legal],
    topic: 'Nobody answers',
    pub_date: old,
    areas,
  })
  const fresh = await insertThread(testServer, { ...facts, networks: [legal], topic: 'Too new', areas })
  await countFigures(testServer)
  const listed = async (network: number | null) =>
    (await ruth.ask(GetFigures, { peer_network_id: network })).unanswered_questions
  const found = (await listed(legal)).find(({ thread_id }) => thread_id === id)!
  expect(found.num_of_answerers).toBeGreaterThan(0)
  expect(found.answerers.length).toBeLessThanOrEqual(8)
  expect((await listed(legal)).some(({ thread_id }) => thread_id === fresh.id)).toBe(false)
  expect((await listed(finance)).some(({ thread_id }) => thread_id === id)).toBe(false)
  await insertMessage(testServer, { thread: id, sender: found.answerers[0]!.id, body: 'An answer' })
  await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
  expect((await listed(legal)).some(({ thread_id }) => thread_id === id)).toBe(false)
})

it('shows words that at least five members searched in vain, and stores no member with them', async () => {
  const members = await testServer.sql<{ id: number }>(
    `select u.id from users u join peer_network_memberships p on p.user_id = u.id and p.is_primary and p.peer_network_id = $1
     where u.email like '%@figures.test' order by u.id limit 7`,
    [legal],
  )
  const missed = async () => (await ruth.ask(GetFigures, {})).missed_searches
  for (const [at, { id }] of members.entries()) {
    const client = await testServer.memberById(id)
    for (let again = 0; again < 2; again += 1)
      expect((await client.ask(RecordMissedSearch, { query: 'Works council' })).recordMissedSearch).toBe(true)
    expect(await missed()).toEqual(at < 4 ? [] : [{ query: 'works council', num_of_members: 5 }])
  }
  expect((await helen.ask(RecordMissedSearch, { query: 'Helen Marsh' })).recordMissedSearch).toBe(false)
  const [row] = await testServer.sql<{ members: number; rows: number }>(
    'select count(distinct member)::integer as members, count(*)::integer as rows from missed_searches',
  )
  expect(row).toEqual({ members: 7, rows: 7 })
})

it('is empty for members, and in other networks; money needs its own permission', async () => {
  const nothing = {
    figure_counts: [],
    figure_networks: [],
    unanswered_questions: [],
    missed_searches: [],
    weekly_figures: null,
  }
  expect(await helen.ask(GetFigures, {})).toEqual(nothing)
  const moderator = await newStaff(testServer, { role: 'moderator', network: finance })
  expect(await moderator.ask(GetFigures, { peer_network_id: legal })).toMatchObject({
    ...nothing,
    figure_networks: [{ id: finance }],
    weekly_figures: { wanted: true },
  })
  const own = await read(moderator)
  expect(own).toEqual(
    (await read(ruth, finance)).filter(({ figure }) => figure !== 'paid' && figure !== 'subscriptions'),
  )
  expect(own.length).toBeGreaterThan(0)
})

it('exports what the viewer may read, without formulas, and records it; others find nothing', async () => {
  await testServer.sql(
    `update experts set name = '=cmd()' where id = (select category::bigint from figure_counts where figure = 'expert' limit 1)`,
  )
  const path = '/api/staff/figures.csv?weeks=26'
  const file = await ruth.send('GET', path)
  expect(file.status).toBe(200)
  expect(file.text).toContain('Members who left')
  expect(file.text).not.toMatch(/,=/)
  const acts = await testServer.sql(`select from staff_acts where act = 'figures.exported'`)
  expect(acts).toHaveLength(1)
  expect((await helen.send('GET', path)).status).toBe(404)
  expect((await testServer.anonymous().send('GET', path)).status).toBe(404)
})

describe('the weekly email', () => {
  const send = async () => {
    await testServer.sql(`select graphile_worker.add_job('figures:weekly-email')`)
    await testServer.runJobs()
  }
  const sentTo = async (address: string) =>
    (
      await testServer.sql<{ text: string }>(
        `select text from outgoing_mails where kind = 'weekly-figures' and "to" = $1 order by id`,
        [address],
      )
    ).map(({ text }) => text)
  const addressOf = async ({ id }: { id: number }) =>
    (await testServer.sql<{ email: string }>('select email::text from users where id = $1', [id]))[0]!.email

  it('goes once a week to owners and to moderators, with the figures of their networks and no others', async () => {
    const moderator = await newStaff(testServer, { role: 'moderator', network: legal })
    const money = await newStaff(testServer, { role: 'finance' })
    const refusing = await newStaff(testServer, { role: 'owner' })
    expect((await refusing.ask(SetWeeklyFigures, { wanted: false })).setWeeklyFigures.wanted).toBe(false)
    await send()
    await send()
    const [text, ...others] = await sentTo(await addressOf(moderator))
    const rows = await read(moderator, legal, 4)
    const { now, before } = changeOf(rows, 'questions', periodsOf(latestOf(rows), 1)!)
    expect(text).toContain(`${now} (the week before: ${before})`)
    expect(text).toContain(`/staff/figures?network=${legal}`)
    expect(text).not.toContain('Finance')
    expect(others).toEqual([])
    expect(await sentTo(demoMembers.staff)).toHaveLength(1)
    expect((await sentTo(demoMembers.staff))[0]).toContain('All networks')
    expect(await sentTo(await addressOf(money))).toEqual([])
    expect(await sentTo(await addressOf(refusing))).toEqual([])
  })

  it('is turned on again, and is nothing that members can set', async () => {
    const owner = await newStaff(testServer, { role: 'owner' })
    await owner.ask(SetWeeklyFigures, { wanted: false })
    expect((await owner.ask(GetFigures, {})).weekly_figures).toMatchObject({ wanted: false })
    await owner.ask(SetWeeklyFigures, { wanted: true })
    expect((await owner.ask(GetFigures, {})).weekly_figures).toMatchObject({ wanted: true })
    expect((await helen.ask(GetFigures, {})).weekly_figures).toBeNull()
    expect((await helen.op(SetWeeklyFigures, { wanted: false })).code).toBe('staff.not_found')
  })
})
