import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { newKey } from '../harness/client.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const helen = await house.member(cast.member)
const PATH = '/api/tracking/analytics-event'
const event = (more: Record<string, unknown> = {}) => ({
  insert_id: newKey(),
  occurred_at: '2026-03-01T10:00:00+01:00',
  key: 'feed-viewed',
  ...more,
})
const stored = (insert_id: unknown) => house.sql('select * from analytics_events where insert_id = $1', [insert_id])

it('keeps an event with its member (CALL-post-analytics-event)', async () => {
  const sent = event({ data: { path: '/feed' }, metadata: { platform: 'web' }, abtests: { hero: 'b' }, session: 'abc' })
  expect(await helen.send('POST', PATH, { body: sent })).toMatchObject({ status: 204, text: '' })
  expect(await stored(sent.insert_id)).toEqual([
    expect.objectContaining({
      user_id: helen.id,
      key: 'feed-viewed',
      data: { path: '/feed' },
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

it('keeps what an invitee did by their code, and nothing of strangers (FIELD-analytics_event.invite_code)', async () => {
  const nobody = house.anonymous()
  await nobody.send('GET', '/auth/login')
  await house.sql(`update users set invite_code = 'code-of-an-invitee' where email = $1`, ['teodor@members.test'])
  const invited = event({ invite_code: 'code-of-an-invitee' })
  expect((await nobody.send('POST', PATH, { body: invited })).status).toBe(204)
  expect(await stored(invited.insert_id)).toEqual([
    expect.objectContaining({ user_id: null, invite_code: 'code-of-an-invitee' }),
  ])
  expect((await nobody.send('POST', PATH, { body: event() })).status).toBe(401)
  const guessed = event({ invite_code: 'code-of-nobody' })
  expect((await nobody.send('POST', PATH, { body: guessed })).status).toBe(401)
  expect(await stored(guessed.insert_id)).toEqual([])
})

it.each([
  ['no id', { insert_id: undefined }],
  ['a short id', { insert_id: 'x' }],
  ['a time that is none', { occurred_at: 'yesterday' }],
  ['a time without its offset', { occurred_at: '2026-03-01T10:00:00' }],
  ['a year that no calendar has', { occurred_at: '0000-01-01T00:00:00Z' }],
  ['a long key', { key: 'x'.repeat(101) }],
  ['data that is no object', { data: 'x' }],
  ['too much data', { data: { text: 'x'.repeat(4_001) } }],
  ['a sign that cannot be stored, in the id', { insert_id: 'abcdefgh\u0000' }],
  ['a sign that cannot be stored, in the key', { key: 'a\u0000' }],
  ['a sign that cannot be stored, in the data', { data: { a: { b: ['\u0000'] } } }],
  ['a sign that cannot be stored, as a name', { metadata: { 'a\u0000': 1 } }],
  ['half a sign', { data: { a: '\ud800' } }],
])('refuses %s and keeps nothing', async (_, more) => {
  const before = await house.sql('select count(*) from analytics_events')
  expect(await helen.send('POST', PATH, { body: event(more) })).toMatchObject({
    status: 400,
    body: { code: 'analytics.invalid' },
  })
  expect(await house.sql('select count(*) from analytics_events')).toEqual(before)
})
