/** Personal access tokens: what a member's own program may read, and what it never may. */
import { beforeAll, describe, expect, it } from 'vitest'
import { InitialUser, SuspendMember, UpdatePassword } from '#api/operations.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { API_OPERATIONS, OUTSIDE_API } from '#server/platform/http/api-operations.ts'
import { ACCESS_TOKEN_CALLS_A_MINUTE, ACCESS_TOKEN_SCOPES, ACCESS_TOKENS } from '#shared/access-tokens.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { mailTo } from '../harness/visitors.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const [ruth, helen, marcus] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.peer)
const everything = Object.keys(ACCESS_TOKEN_SCOPES)
const given = { name: 'Reading list', scopes: everything, days: 30, password: DEMO_PASSWORD }
const create = (client: Client, changed: object = {}) =>
  client.send('POST', '/api/access-tokens', { body: { ...given, ...changed } })
const newToken = async (client: Client, changed: object = {}) =>
  ((await create(client, changed)).body as { data: { token: string } }).data.token
interface Listed {
  tokens: { id: string; name: string; scopes: string[]; last_used_at: string | null }[]
  refusing_networks: string[]
}
const listed = async (client: Client) =>
  ((await client.send('GET', '/api/access-tokens')).body as { data: Listed }).data
async function call(token: string, operation: string, variables: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${testServer.url}/api/graphql/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ variables }),
  })
  const text = await response.text()
  const { errors } = JSON.parse(text) as { errors?: { extensions: { code: string; retry_at?: string } }[] }
  return { status: response.status, text, code: errors?.[0]?.extensions.code, cookies: response.headers.getSetCookie() }
}
const works = async (token: string) => (await call(token, 'threads')).status === 200
const allow = (isAllowed: boolean, slug = '%') =>
  testServer.sql('update peer_networks set allows_access_tokens = $1 where slug like $2', [isAllowed, slug])
const revokeAll = () => testServer.sql('delete from access_tokens')

describe('the table of scopes', () => {
  it('has every query once, in a scope or outside the API, and no mutation', () => {
    const queries = [...loadContract().operations.values()]
      .filter((node) => node.operation === 'query')
      .map((node) => node.name!.value)
    const named = [...Object.values(API_OPERATIONS), ...Object.values(OUTSIDE_API)].flat()
    expect([...named].sort()).toEqual([...queries].sort())
    expect(Object.keys(API_OPERATIONS)).toEqual(everything)
  })
})

describe('a network', () => {
  it('allows no token unless staff say so, and one that refuses is enough', async () => {
    expect((await create(helen)).body).toMatchObject({ code: 'accounts.tokens_not_allowed' })
    expect((await listed(helen)).refusing_networks.length).toBeGreaterThan(0)
    await allow(true)
    expect((await listed(helen)).refusing_networks).toEqual([])
    const token = await newToken(helen)
    expect(await works(token)).toBe(true)
    const [own] = await testServer.sql<{ slug: string }>(
      `select n.slug from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id where m.user_id = $1`,
      [helen.id],
    )
    await allow(false, own!.slug)
    expect(await works(token)).toBe(false)
    await allow(true)
    expect(await works(token)).toBe(true)
  })

  it('that a member only reads counts as well', async () => {
    const token = await newToken(helen)
    const [other] = await testServer.sql<{ id: number; own: number }>(
      `select n.id, m.peer_network_id as own from peer_networks n, peer_network_memberships m where m.user_id = $1
         and not exists (select from network_access a where a.from_network_id = m.peer_network_id and a.to_network_id = n.id) limit 1`,
      [helen.id],
    )
    await testServer.sql('update peer_networks set allows_access_tokens = false where id = $1', [other!.id])
    expect(await works(token)).toBe(true)
    await testServer.sql(`insert into network_access (kind, from_network_id, to_network_id) values ('event', $1, $2)`, [
      other!.own,
      other!.id,
    ])
    expect(await works(token)).toBe(false)
    await testServer.sql(`delete from network_access where from_network_id = $1 and to_network_id = $2`, [
      other!.own,
      other!.id,
    ])
    await allow(true)
  })
})

describe('a token', () => {
  beforeAll(async () => {
    await allow(true)
    await revokeAll()
  })

  it('is shown once, stored as a hash, notified by email and on record', async () => {
    const token = await newToken(helen)
    expect(token).toMatch(/^cpt_[\w-]{43}$/)
    const rows = await testServer.sql('select * from access_tokens where user_id = $1', [helen.id])
    expect(JSON.stringify([rows, await listed(helen)])).not.toContain(token.slice(4))
    expect((await mailTo(testServer, demoMembers.member))!.subject).toBe('An access token was created')
    expect((await listed(helen)).tokens[0]!.last_used_at).toBeNull()
    await call(token, 'threads')
    const [held] = (await listed(helen)).tokens
    expect(held!.last_used_at).not.toBeNull()
    const removed = await helen.send('DELETE', `/api/access-tokens/${held!.id}`)
    expect(removed.status).toBe(200)
    expect((await helen.send('DELETE', `/api/access-tokens/${held!.id}`)).status).toBe(404)
    expect(await works(token)).toBe(false)
    const kinds = await testServer.sql<{ kind: string }>(
      `select kind from security_events where user_id = $1 and kind like 'token.%' order by id desc limit 2`,
      [helen.id],
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['token.revoked', 'token.created'])
  })

  it('needs the password, a name, a scope that exists and a time, up to a limit', async () => {
    for (const [field, value] of [
      ['password', 'wrong'],
      ['password', undefined],
      ['name', ' '],
      ['scopes', []],
      ['days', 10_000],
    ] as const)
      expect([field, (await create(helen, { [field]: value })).body]).toMatchObject([field, { field }])
    expect((await create(helen, { scopes: ['inbox:read'] })).status).toBe(400)
    const made = await Promise.all(Array.from({ length: ACCESS_TOKENS + 3 }, () => create(marcus)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(ACCESS_TOKENS)
    expect((await listed(marcus)).tokens).toHaveLength(ACCESS_TOKENS)
    const [foreign] = (await listed(marcus)).tokens
    expect((await helen.send('DELETE', `/api/access-tokens/${foreign!.id}`)).status).toBe(404)
    await revokeAll()
  })

  it('calls the operations of its scopes and no other, and never a mutation', async () => {
    const token = await newToken(helen, { scopes: ['events:read'] })
    expect((await call(token, 'SearchFilterEvents')).status).toBe(200)
    expect(await call(token, 'threads')).toMatchObject({ status: 403, code: 'token.scope' })
    await revokeAll()
    const all = await newToken(helen)
    const allowed = new Set(Object.values(API_OPERATIONS).flat())
    for (const [name] of loadContract().operations) {
      if (allowed.has(name)) continue
      await testServer.sql('update access_tokens set num_of_calls = 0')
      expect([name, (await call(all, name)).code]).toEqual([name, 'token.scope'])
    }
    await revokeAll()
  })

  it('opens nothing but operations: no file, no stream, no settings', async () => {
    const token = await newToken(helen)
    for (const path of ['/api/live', '/api/sessions', '/api/access-tokens', '/api/attachments/1'])
      expect([
        path,
        (await fetch(`${testServer.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status,
      ]).toEqual([path, 401])
    expect((await call(token, 'threads')).cookies).toEqual([])
    // A session does not help a token that is none.
    const cookie = [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-xsrf-token': helen.cookies.get('XSRF-TOKEN')! }
    for (const wrong of ['', 'cpt_x', `${token}x`])
      expect(await call(wrong, 'threads', {}, headers)).toMatchObject({ status: 401, code: 'token.invalid' })
    await revokeAll()
  })
})

describe('what a token reads', () => {
  beforeAll(async () => {
    await allow(true)
    await revokeAll()
  })

  it('is what its member can read of the networks, without private replies', async () => {
    const token = await newToken(helen)
    const [own] = await testServer.sql<{ id: number; thread_id: number }>(
      `select m.id, m.thread_id from messages m join feed_entries e on e.thread_id = m.thread_id
       where m.visible and m.is_private and $1 = any(m.private_reader_ids) limit 1`,
      [helen.id],
    )
    const asMember = (await helen.op({ name: 'thread' } as typeof InitialUser, { id: own!.thread_id } as never)).text
    const asToken = await call(token, 'thread', { id: own!.thread_id })
    expect(asMember).toContain(`"id":${own!.id},`)
    expect(asToken.text).toContain(`"id":${own!.thread_id},`)
    expect(asToken.text).not.toContain(`"id":${own!.id},`)
    const hidden = await testServer.sql<{ id: number }>(
      `select t.id from threads t where not exists (select from thread_feed f where f.thread_id = t.id and f.channels && $1) limit 3`,
      [await channelsOf(helen.id)],
    )
    expect(hidden).toHaveLength(3)
    const missing = await call(token, 'thread', { id: 999_999_999 })
    for (const { id } of hidden) expect((await call(token, 'thread', { id })).text).toBe(missing.text)
    await revokeAll()
  })

  it('is with profile:read one’s own profile', async () => {
    const token = await newToken(helen, { scopes: ['profile:read'] })
    const { text } = await call(token, 'InitialUser')
    expect(text).toContain(demoMembers.member)
    await revokeAll()
  })

  it('never has a role: the token of an owner reads as a member', async () => {
    const token = await newToken(ruth).catch(() => undefined)
    const [membership] = await testServer.sql('select 1 from peer_network_memberships where user_id = $1', [ruth.id])
    if (!membership)
      await testServer.sql(
        `insert into peer_network_memberships (user_id, peer_network_id) select $1, peer_network_id from peer_network_memberships where user_id = $2`,
        [ruth.id, helen.id],
      )
    const staffToken = token ?? (await newToken(ruth))
    const rows = await testServer.sql<{ thread_id: number }>(
      `select distinct m.thread_id from messages m join thread_feed f on f.thread_id = m.thread_id
       where m.visible and m.is_private and f.channels && $1 limit 3`,
      [await channelsOf(helen.id)],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { thread_id } of rows)
      expect((await call(staffToken, 'thread', { id: thread_id })).text).not.toContain('"is_private":true')
    expect((await call(staffToken, 'InitialUser')).text).toContain('"is_staff":false')
    await revokeAll()
  })

  it('is limited to a number of calls in a minute, for all servers together', async () => {
    const token = await newToken(helen)
    await testServer.sql(`update access_tokens set minute = date_trunc('minute', now()), num_of_calls = $1`, [
      ACCESS_TOKEN_CALLS_A_MINUTE - 1,
    ])
    const answers = await Promise.all([1, 2, 3].map(() => call(token, 'threads')))
    const statuses = answers.map(({ status }) => status).sort()
    // A minute may end between the calls.
    const [held] = await testServer.sql<{ num_of_calls: number }>('select num_of_calls from access_tokens')
    expect(statuses).toEqual(held!.num_of_calls > 3 ? [200, 429, 429] : expect.arrayContaining([200]))
    await revokeAll()
  })
})

const channelsOf = async (id: number) =>
  (
    await testServer.sql<{ channels: number[] }>(
      `select array_agg(channel(a.to_network_id, a.kind)) as channels from peer_network_memberships o
       join network_access a on a.from_network_id = o.peer_network_id
       where o.user_id = $1 and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')`,
      [id],
    )
  )[0]!.channels

describe('a token ends', () => {
  beforeAll(async () => {
    await allow(true)
    await revokeAll()
  })

  it('with its time, with the last network and with the membership', async () => {
    const token = await newToken(marcus)
    const ended = async (begin: string, end: string) => {
      await testServer.sql(begin, [marcus.id])
      expect([begin, await works(token)]).toEqual([begin, false])
      await testServer.sql(end, [marcus.id])
      expect(await works(token)).toBe(true)
    }
    await ended(
      `update access_tokens set expires_at = now() where user_id = $1`,
      `update access_tokens set expires_at = now() + interval '1 day' where user_id = $1`,
    )
    await ended(
      `update users set current_state = 'expired' where id = $1`,
      `update users set current_state = 'full access' where id = $1`,
    )
    await testServer.sql('delete from peer_network_memberships where user_id = $1', [marcus.id])
    expect(await works(token)).toBe(false)
  })

  it('with the suspension, and does not come back', async () => {
    const frida = await testServer.member(demoMembers.newcomer)
    const token = await newToken(frida)
    expect(await works(token)).toBe(true)
    await ruth.ask(SuspendMember, { id: frida.id, reason: 'Why' })
    expect(await works(token)).toBe(false)
    await testServer.sql('update users set suspended = false where id = $1', [frida.id])
    expect(await works(token)).toBe(false)
  })

  it('with a new password', async () => {
    const token = await newToken(helen)
    const next = 'a lantern over the harbour'
    await helen.ask(UpdatePassword, {
      old_password: DEMO_PASSWORD,
      new_password: next,
      confirm_new_password: next,
    })
    expect(await works(token)).toBe(false)
    const [event] = await testServer.sql<{ facts: object }>(
      `select facts from security_events where kind = 'token.revoked' and user_id = $1 order by id desc limit 1`,
      [helen.id],
    )
    expect(event!.facts).toEqual({ tokens: 1, by: 'password.changed' })
  })
})
