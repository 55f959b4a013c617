import { expect, it } from 'vitest'
import { PostAnonymously, TrackThreadView, UpdateDisplayPreferences } from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { demoMembers } from '../demo-members.ts'
import { anonymousAuthor, publishWaiting, setDelay } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const helen = await testServer.member(demoMembers.member)
const PATH = '/api/tracking/analytics-event'
const event = (more: Record<string, unknown> = {}) => ({
  insert_id: newKey(),
  occurred_at: '2026-03-01T10:00:00+01:00',
  key: 'feed-viewed',
  ...more,
})
const stored = (insert_id: unknown) =>
  testServer.sql('select * from analytics_events where insert_id = $1', [insert_id])

it('keeps an event with its member (CALL-post-analytics-event)', async () => {
  const sent = event({
    data: { referral_source: 'email' },
    metadata: { platform: 'web' },
    abtests: { hero: 'b' },
    session: 'abc',
  })
  expect(await helen.send('POST', PATH, { body: sent })).toMatchObject({ status: 204, text: '' })
  expect(await stored(sent.insert_id)).toEqual([
    expect.objectContaining({
      user_id: helen.id,
      key: 'feed-viewed',
      data: { referral_source: 'email' },
      metadata: { platform: 'web' },
      abtests: { hero: 'b' },
      session: 'abc',
      occurred_at: new Date('2026-03-01T09:00:00Z'),
    }),
  ])
})

it('keeps a repeated event once (FIELD-analytics_event.insert_id)', async () => {
  const sent = event()
  const answers = await Promise.all(Array.from({ length: 10 }, () => helen.send('POST', PATH, { body: sent })))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
  expect(await stored(sent.insert_id)).toHaveLength(1)
})

const CODE = '6f1d0a3c94e27b58d0c16b7fa2e3958c'

it('keeps what an invitee did by their code, and nothing of strangers (FIELD-analytics_event.invite_code)', async () => {
  const nobody = testServer.anonymous()
  await nobody.send('GET', '/auth/login')
  await testServer.sql(`update users set invite_code = $2 where email = $1`, ['teodor@members.test', CODE])
  const invited = event({ invite_code: CODE })
  expect((await nobody.send('POST', PATH, { body: invited })).status).toBe(204)
  expect(await stored(invited.insert_id)).toEqual([expect.objectContaining({ user_id: null, invite_code: CODE })])
  expect((await nobody.send('POST', PATH, { body: event() })).status).toBe(401)
  const guessed = event({ invite_code: CODE.replace('6', '7') })
  expect((await nobody.send('POST', PATH, { body: guessed })).status).toBe(401)
  expect(await stored(guessed.insert_id)).toEqual([])
})

it('tells nobody which invitations are open, and takes a limited number of events from one place', async () => {
  const nobody = testServer.anonymous()
  await nobody.send('GET', '/auth/login')
  const sent = await testServer.sql<{ id: number; code: string }>(
    `insert into invitations (email, first_name, last_name, peer_network_id, state, token_hash, expires_at)
     select 'guess-' || n || '@legal.test', 'Ada', 'Quist', (select min(id) from peer_networks), 'sent', 'hash-' || n, now() + interval '9 days'
     from generate_series(1, 30) as n returning id, code`,
  )
  for (const { id } of sent)
    expect((await nobody.send('POST', PATH, { body: event({ invite_code: `i-${id}` }) })).status).toBe(401)
  expect(new Set(sent.map(({ code }) => code)).size).toBe(30)
  const { code } = sent[0]!
  expect(code).toMatch(/^[0-9a-f]{32}$/)
  const statuses = new Set<number>()
  for (let each = 0; each < 300; each++)
    statuses.add((await nobody.send('POST', PATH, { body: event({ invite_code: code }) })).status)
  expect(statuses).toEqual(new Set([204, 429]))
  expect((await helen.send('POST', PATH, { body: event() })).status).toBe(204)
  expect((await helen.send('POST', PATH, { body: event({ data: { text: 'x'.repeat(20_000) } }) })).status).toBe(413)
})

it('keeps of an event what is listed for its kind, in the form listed, and nothing else', async () => {
  const given = {
    thread_id: 'the words of a thread',
    referral_source: 'words of my own',
    body: 'What I wrote',
    path: '/feed/12',
    s: 'threads',
    utm_source: 'digest',
    utm_words: 'mine',
    platform: 'web',
  }
  const sent = event({
    key: 'thread-viewed',
    data: given,
    metadata: { note: 'What I wrote' },
    abtests: { a: { b: 1 } },
  })
  expect((await helen.send('POST', PATH, { body: sent })).status).toBe(204)
  expect(await stored(sent.insert_id)).toMatchObject([
    { data: { s: 'threads', utm_source: 'digest', platform: 'web' }, metadata: {}, abtests: {} },
  ])
})

it('answers an event about a hidden anonymous thread as one about any other id, and keeps nothing of it (COUNT-anonymity)', async () => {
  const { legal } = await networkIds(testServer)
  const author = await anonymousAuthor(testServer, legal)
  await setDelay(testServer, 20)
  const asked = {
    topic: 'Nobody outside',
    body: '<p>Who has?</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  }
  expect((await author.op(PostAnonymously, asked as never)).code).toBeUndefined()
  await publishWaiting(testServer)
  const [made] = await testServer.sql<{ thread: number; message: number; poll: number }>(
    `with asked as (select id from threads where topic = 'Nobody outside'),
       poll as (insert into polls (thread_id, author_id, title, end_date)
         select id, $1, 'Which one?', now() + interval '1 day' from asked returning id)
     select a.id as thread, m.id as message, p.id as poll from asked a join messages m on m.thread_id = a.id, poll p`,
    [ANONYMOUS_USER_ID],
  )
  const named = await insertThread(testServer, { author: helen.id, networks: [legal] })
  const about = (thread: number, message: number, poll: number) => [
    { key: 'thread-viewed', data: { thread_id: thread } },
    { key: 'follow', data: { thread_id: thread } },
    { key: 'upvote', data: { entity_type: 'thread', entity_id: thread, sentiment: true } },
    { key: 'upvote', data: { entity_type: 'message', entity_id: message, sentiment: true } },
    { key: 'post-created', data: { message_id: message, kind: 'reply' } },
    { key: 'poll-results-downloaded', data: { poll_id: poll } },
    { key: 'feed-viewed', data: { s: 'threads', sid: String(thread) } },
  ]
  const send = async (client: Client, events: ReturnType<typeof about>) =>
    Promise.all(
      events.map(async (each) => {
        const sent = event(each)
        const { status, text } = await client.send('POST', PATH, { body: sent })
        return [status, text, (await stored(sent.insert_id)).length]
      }),
    )
  const anonymous = about(made!.thread, made!.message, made!.poll)
  const of = (status: number, text: string, kept: number) => anonymous.map(() => [status, text, kept])

  // Samuel reads another network: responses do not reveal which of the threads he cannot read are anonymous.
  const samuel = await testServer.member(demoMembers.finance)
  expect(await send(samuel, anonymous)).toEqual(of(204, '', 0))
  expect(await send(samuel, about(named.id, named.opening, 999_999))).toEqual(of(204, '', 1))
  expect(await send(samuel, about(999_999, 999_999, 999_999))).toEqual(of(204, '', 1))
  // Every reader, including the author, gets `counted: false`, so that the page does not count it elsewhere either.
  for (const reader of [helen, author]) expect(await send(reader, anonymous)).toEqual(of(202, '{"counted":false}', 0))
  await testServer.sql('update threads set removed_at = now() where id = $1', [made!.thread])
  await testServer.sql('select refresh_threads(array[$1::bigint])', [made!.thread])
  for (const reader of [helen, author]) expect(await send(reader, anonymous)).toEqual(of(204, '', 0))
  expect(await testServer.sql('select from analytics_events where user_id = $1', [author.id])).toEqual([])
})

it.each([
  ['no id', { insert_id: undefined }],
  ['a short id', { insert_id: 'x' }],
  ['a time that is none', { occurred_at: 'yesterday' }],
  ['a time without its offset', { occurred_at: '2026-03-01T10:00:00' }],
  ['a year that no calendar has', { occurred_at: '0000-01-01T00:00:00Z' }],
  ['a long key', { key: 'x'.repeat(101) }],
  ['a kind of event that is not listed', { key: 'body-written' }],
  ['data that is no object', { data: 'x' }],
  ['too much data', { data: { text: 'x'.repeat(4_001) } }],
  ['a sign that cannot be stored, in the id', { insert_id: 'abcdefgh\u0000' }],
  ['a sign that cannot be stored, in the key', { key: 'a\u0000' }],
  ['a sign that cannot be stored, in the data', { data: { a: { b: ['\u0000'] } } }],
  ['a sign that cannot be stored, as a name', { metadata: { 'a\u0000': 1 } }],
  ['half a sign', { data: { a: '\ud800' } }],
])('refuses %s and keeps nothing', async (_, more) => {
  const before = await testServer.sql('select count(*) from analytics_events')
  expect(await helen.send('POST', PATH, { body: event(more) })).toMatchObject({
    status: 400,
    body: { code: 'analytics.invalid' },
  })
  expect(await testServer.sql('select count(*) from analytics_events')).toEqual(before)
})

it('stores nothing of a browser that sends Do Not Track or Global Privacy Control (COUNT-consent)', async () => {
  for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
    const sent = event()
    const answer = await helen.send('POST', PATH, { body: sent, headers })
    expect(answer).toMatchObject({ status: 202, body: { counted: false } })
    expect(await stored(sent.insert_id)).toHaveLength(0)
  }
  const sent = event()
  expect((await helen.send('POST', PATH, { body: sent, headers: { dnt: '0' } })).status).toBe(204)
  expect(await stored(sent.insert_id)).toHaveLength(1)
})

it('stores nothing of a member who chose not to be counted, but what they read is still read (COUNT-consent)', async () => {
  const marcus = await testServer.member(demoMembers.peer)
  const choose = (counts_activity: boolean) => marcus.ask(UpdateDisplayPreferences, { counts_activity })
  expect(await choose(false)).toMatchObject({ updateDisplayPreferences: { counts_activity: false } })
  const sent = event()
  expect(await marcus.send('POST', PATH, { body: sent })).toMatchObject({ status: 202, body: { counted: false } })
  expect(await stored(sent.insert_id)).toHaveLength(0)
  // Thread views mark what is new; they are no analytics.
  const { legal } = await networkIds(testServer)
  const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  expect((await marcus.ask(TrackThreadView, { thread_id: id })).trackThreadView).toMatchObject({ thread_id: id })
  expect(await choose(true)).toMatchObject({ updateDisplayPreferences: { counts_activity: true } })
  const again = event()
  expect((await marcus.send('POST', PATH, { body: again })).status).toBe(204)
  expect(await stored(again.insert_id)).toHaveLength(1)
})

it('deletes events after the set number of days, and the sums of their days remain (COUNT-retention)', async () => {
  await testServer.sql('delete from analytics_events')
  await testServer.sql(
    `insert into analytics_events (insert_id, user_id, occurred_at, received_at, key)
     select 'retained ' || i, $1, now(), date_trunc('day', now(), 'UTC') - make_interval(days => i), 'feed-viewed'
     from generate_series(0, 200) i`,
    [helen.id],
  )
  const sweep = async () => {
    await testServer.sql(`select graphile_worker.add_job('analytics:sweep', '{}'::json)`)
    await testServer.runJobs()
  }
  const sums = () =>
    testServer.sql<{ days: number; events: number; members: number }>(
      `select count(*)::integer as days, sum(num_of_events)::integer as events, max(num_of_members) as members from analytics_days`,
    )
  await sweep()
  const [left] = await testServer.sql<{ events: number; oldest: number }>(
    `select count(*)::integer as events, (date_trunc('day', now(), 'UTC')::date - min(received_at)::date) as oldest from analytics_events`,
  )
  expect(left).toEqual({ events: 181, oldest: 180 })
  expect(await sums()).toEqual([{ days: 200, events: 200, members: 1 }])
  // Each day is counted once.
  await sweep()
  expect(await sums()).toEqual([{ days: 200, events: 200, members: 1 }])
})
