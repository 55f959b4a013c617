/** Odd bodies, content types and dates to every REST route, as several users. No response may be a server error. */
import { expect, it } from 'vitest'
import { InboxIndexAt } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const ROUNDS = 6
const AT_ONCE = 8

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '100000' })
const { app } = testServer.application
const people = [
  testServer.anonymous(),
  ...(await testServer.members(demoMembers.newcomer, demoMembers.trial, demoMembers.staff, 'frank@members.test')),
]
await people[0]!.send('GET', '/auth/login')

/** Every REST route, parsed from Fastify's route tree, which indents four characters per level. */
function listed(): { method: string; path: string }[] {
  const above: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?[└├]── )(\S*)(?: \(([A-Z, ]+)\))?/u.exec(line)
      if (!found) return []
      const level = found[1]!.length / 4 - 1
      above.splice(level, Infinity, found[2]!)
      return (found[3]?.split(', ') ?? []).map((method) => ({ method, path: above.join('') }))
    })
}
const LEFT_OUT = new Set(['HEAD', 'OPTIONS'])
const routes = listed().filter(
  ({ method, path }) =>
    path.startsWith('/api/') && !LEFT_OUT.has(method) && !/^\/api\/(graphql|live|auth\/logout)/.test(path),
)

const ODD: readonly unknown[] = [
  null,
  [],
  {},
  '',
  'text',
  0,
  -1,
  1e308,
  2 ** 53,
  true,
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '0000-01-01T00:00:00Z',
  '\0',
  '\ud800',
  'x'.repeat(5_000),
  { a: { b: { c: {} } } },
  ['__proto__'],
  { constructor: 1 },
  `' or 1 = 1 --`,
]
const NAMES = ['email', 'password', 'token', 'code', 'id', 'response', 'name', 'key', 'insert_id', 'occurred_at', 'data', 'sent_at', 'decision', 'first_name', 'last_name', 'peer_network_id', 'text', 'theme', 'seats', 'invite_code', 'metadata'] // oxfmt-ignore
const TEXTS = ['{', '[]', 'null', '"text"', '{"__proto__":{"a":1}}', `{"a":"${'\\u0000'}"}`, '[[[[[[[[[[', '\ufeff{}']
const PARTS = ['1', '0', '-1', '9007199254740993', '1e9', 'x', '%00', '%ud800', '..%2f..', "'", 'a'.repeat(150)]

let turn = 0
const next = <T>(list: readonly T[]) => list[(turn = (turn + 1) % 1_000_003) % list.length]!
const bodyOf = () => {
  turn += 7
  return Object.fromEntries(NAMES.filter((_, at) => (turn >> (at % 11)) & 1).map((name) => [name, next(ODD)]))
}
const calls = Array.from({ length: ROUNDS }, () => routes)
  .flat()
  .flatMap(({ method, path }) => people.map((client) => ({ method, path, client })))

it('fails at none of the plain calls', async () => {
  expect(routes.length).toBeGreaterThan(40)
  const failures: string[] = []
  const statuses = new Map<number, number>()
  let at = 0
  const worker = async () => {
    for (let each = at++; each < calls.length; each = at++) {
      const { method, path, client } = calls[each]!
      const address = path.replaceAll(/:\w+|\*/g, () => next(PARTS))
      const sent = method === 'GET' ? {} : each % 3 ? { body: bodyOf() } : { text: next(TEXTS) }
      const { status, text } = await client.send(method, address, sent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 && status !== 503)
        failures.push(`${method} ${address} ${JSON.stringify(sent)} ${status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(failures).toEqual([])
  expect(statuses.get(400) ?? 0).toBeGreaterThan(50)
})

it.each(['2026-02-30T10:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T10:00:00+23:59'])(
  'refuses %s with a sentence, in an operation and in a plain call',
  async (time) => {
    const helen = await testServer.member(demoMembers.member)
    const asked = await helen.op(InboxIndexAt, { group_id: 1, date: time })
    expect(asked).toMatchObject({ status: 400, message: expect.stringContaining('a time that exists') })
    const event = { insert_id: newKey(), occurred_at: time, key: 'feed-viewed' }
    expect(await helen.send('POST', '/api/tracking/analytics-event', { body: event })).toMatchObject({ status: 400 })
  },
)
