/** Floods of odd requests without a session. The state that the server retains is bounded, and nothing fails. */
import { expect, it } from 'vitest'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { flood, keptBytes, type OddRequest } from '../harness/flood.ts'
import { isFull } from '../harness/full.ts'
import { startTestServer, SECRET } from '../harness/test-server.ts'

const NAMES = isFull ? 100_000 : 10_000
const GUESSES = isFull ? 10_000 : 2_500
const ACCOUNTS = isFull ? 6_000 : 2_000
const METRICS_BYTES = 1_000_000
/** When the requested names became metric labels, 80,000 names took 1.9 GB. */
const KEPT_BYTES = 32 * 1024 * 1024

const testServer = await startTestServer()

const EMPTY = { 'content-length': '0' }
const WAYS: readonly ((name: string) => OddRequest)[] = [
  (name) => ({ method: 'GET', path: `/api/graphql/${name}` }),
  (name) => ({ method: 'POST', path: `/api/graphql/${name}`, headers: EMPTY }),
  (name) => ({ method: 'POST', path: `/api/graphql/${name}`, headers: { ...EMPTY, 'x-xsrf-token': name } }),
  (name) => ({ method: 'DELETE', path: `/api/sessions/${name}`, headers: EMPTY }),
  (name) => ({ method: 'GET', path: `/api/${name}` }),
]
const inTurn = (names: (each: number) => string) => (each: number) =>
  WAYS[each % WAYS.length]!(names(Math.floor(each / WAYS.length)))

it('keeps /metrics and memory small whatever odd names are called', async () => {
  // Warm up first: all known names enter the metrics, so only growth from the flood is measured.
  const known = [...testServer.application.engine.contract.operations.keys()]
  await flood(
    testServer.url,
    known.length * WAYS.length,
    inTurn((each) => known[each]!),
  )
  const before = keptBytes()
  const statuses = await flood(
    testServer.url,
    NAMES,
    inTurn((each) => `Odd${each.toString(36)}`),
  )
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(NAMES)
  expect([...statuses.keys()].filter((status) => status < 400 || status >= 500)).toEqual([])
  const metrics = await testServer.metrics()
  expect(metrics).toContain('operation="GetSecurityEvents"')
  expect(metrics).not.toContain('Odd')
  expect(Buffer.byteLength(metrics)).toBeLessThan(METRICS_BYTES)
  expect(keptBytes() - before).toBeLessThan(KEPT_BYTES)
})

const guarded = await startTestServer({ LOGIN_ATTEMPTS: '10', TRUST_PROXY: 'on' })
const PLACES = 50
const token = makeSessions({ pool: guarded.database.write, secret: SECRET, cookieName: '' }).xsrf(null)
/** Every second client is an IPv6 household (a /64) that never uses the same address twice. */
const clientAddress = (each: number) => {
  const place = each % PLACES
  return place % 2 ? `2001:db8:0:${place}:${(each + 1).toString(16)}::1` : `198.51.100.${place}`
}
const guess = (each: number, email: string): OddRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { email, password: `wrong ${each}` },
  headers: { 'x-xsrf-token': token, 'x-forwarded-for': clientAddress(each) },
})
const hashed = async () => Number(/^counterpart_passwords_hashed_total (\d+)$/m.exec(await guarded.metrics())?.[1])

it('compares as many passwords as are promised of thousands from 50 places, and lets a known device in', async () => {
  const owner = guarded.anonymous()
  expect((await owner.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(200)
  const before = await hashed()
  const began = performance.now()
  const statuses = await flood(guarded.url, GUESSES, (each) => guess(each, demoMembers.member))
  const perMinute = (performance.now() - began) / 60_000
  // A burst of six; in a long run, pauses let through less than one more per minute.
  expect((await hashed()) - before).toBeLessThanOrEqual(6 + Math.ceil(perMinute))
  expect([...statuses.keys()].sort()).toEqual([401, 429])
  const device = guarded.anonymous()
  device.cookies.set('counterpart.device', owner.cookies.get('counterpart.device')!)
  expect((await device.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(200)
})

it('forgets no account because others are tried, and keeps few rows of a flood', async () => {
  await guarded.sql('delete from attempts')
  // As if these clients had used up their attempts; each later attempt targets a different account.
  await flood(guarded.url, 20, (each) => guess(each, demoMembers.peer))
  await guarded.sql(`update attempts set level = 1000, open_at = now() + interval '15 minutes'`)
  const [{ rows: before }] = (await guarded.sql<{ rows: number }>(
    'select count(*)::integer as rows from attempts',
  )) as [{ rows: number }]
  const statuses = await flood(guarded.url, ACCOUNTS, (each) => guess(each % 10, `odd-${each}@legal.test`))
  expect([...statuses.keys()]).toEqual([429])
  expect([...(await flood(guarded.url, 20, (each) => guess(each, demoMembers.peer))).keys()]).toEqual([429])
  expect(await guarded.sql('select count(*)::integer as rows from attempts')).toEqual([{ rows: before }])
  const [{ events }] = (await guarded.sql<{ events: number }>(
    `select count(*)::integer as events from security_events where kind = 'sign_in.refused'`,
  )) as [{ events: number }]
  expect(events).toBeLessThanOrEqual(200)
})
