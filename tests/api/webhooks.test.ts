/** Webhooks: what other systems are told, how it is signed and retried, and which addresses are never called. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { WEBHOOK_EVENTS, WEBHOOK_FAILING_DAYS, WEBHOOK_PAUSES, WEBHOOKS } from '#shared/webhooks.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ WEBHOOKS_TO_PRIVATE: 'on' })
const strict = await startTestServer()
const [ruth, helen, marcus] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.peer)
const { legal, finance } = await networkIds(testServer)

interface Received {
  headers: Record<string, string>
  body: string
}
const received: Received[] = []
let answer = 200
const other = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() })
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('an answer that nobody reads')
  })
})
await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
afterAll(() => void other.close())
const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook?key=confidential`

const PATH = '/api/staff/webhooks'
const events = Object.keys(WEBHOOK_EVENTS)
const add = (client: Client, changed: object = {}) =>
  client.send('POST', PATH, { body: { peer_network_id: legal, url, events, ...changed } })
const added = async (changed: object = {}) =>
  ((await add(ruth, changed)).body as { data: { id: number; secret: string } }).data
interface Row {
  id: number
  failing_since: string | null
  disabled_at: string | null
}
const listed = async (client: Client) =>
  ((await client.send('GET', PATH)).body as { data: { webhooks: Row[]; networks: { id: number }[] } }).data
interface Delivery {
  id: number
  event: string
  item_id: number
  status: number | null
  failure: string | null
  next_at: string | null
  num_of_attempts: number
  delivered_at: string | null
  attempts: { status: number | null; failure: string | null; attempted_at: string }[]
}
const deliveries = async (id: number) =>
  ((await ruth.send('GET', `${PATH}/${id}/deliveries`)).body as { data: Delivery[] }).data
async function send(server: TestServer = testServer) {
  await server.sql(`select graphile_worker.add_job('webhooks:send')`)
  await server.runJobs()
}
const publish = (networks = [legal]) => insertThread(testServer, { author: helen.id, networks })
const due = () => testServer.sql(`update webhook_deliveries set next_at = now() where next_at is not null`)

beforeEach(async () => {
  await testServer.sql('delete from webhooks')
  received.length = 0
  answer = 200
})

describe('what is sent', () => {
  it('is signed, with ids and a link, once, to the networks of the discussion only', async () => {
    const { secret } = await added()
    await added({ peer_network_id: finance })
    const { id } = await publish()
    await send()
    await send()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'discussion.published',
      timestamp: expect.any(String),
      data: { network_id: legal, id, url: expect.stringMatching(new RegExp(`/feed/${id}$`)) },
    })
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) }
    expect(() => new Webhook(secret).verify(body, old)).toThrow()
  })

  it('names replies to the group, and never a private one or a word of it', async () => {
    await added({ events: ['reply.published'] })
    const { id } = await publish()
    const say = (body: string) => ({ thread_id: id, body, idempotency_key: newKey() })
    const { replyToThread: own } = await helen.ask(ReplyToThread, say('<p>Everybody may read this umbrella.</p>'))
    await marcus.ask(ReplyToThread, {
      ...say('<p>Only Helen reads this umbrella.</p>'),
      isPrivate: true,
      message_replied_id: own.id,
    })
    await send()
    expect(received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
      {
        network_id: legal,
        id: own.id,
        discussion_id: id,
        url: expect.stringMatching(new RegExp(`/feed/${id}#message-${own.id}$`)),
      },
    ])
    expect(JSON.stringify(received)).not.toContain('umbrella')
    expect(JSON.stringify(received)).not.toContain('Helen')
    expect(await testServer.sql('select 1 from webhook_deliveries')).toHaveLength(1)
  })

  it('is a member who joins, not one who renews, and an event', async () => {
    await added({ events: ['member.joined', 'event.published'] })
    const [person] = await testServer.sql<{ id: number }>(
      `insert into users (first_name, last_name, email, current_state, registered) values ('New', 'Here', 'new@here.test', 'onboarding', true) returning id`,
    )
    await testServer.sql(`insert into peer_network_memberships (user_id, peer_network_id) values ($1, $2)`, [
      person!.id,
      legal,
    ])
    await send()
    expect(received).toEqual([])
    for (const state of ['full access', 'expired', 'full access'])
      await testServer.sql('update users set current_state = $2 where id = $1', [person!.id, state])
    const [event] = await testServer.sql<{ id: number }>(
      `insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone)
       select $1, min(id), 'Lunch', now() + interval '9 days', now() + interval '10 days', 'UTC' from event_categories returning id`,
      [legal],
    )
    await send()
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { type: 'member.joined', data: { id: person!.id } },
      { type: 'event.published', data: { id: event!.id } },
    ])
  })

  it('is not what was removed meanwhile', async () => {
    const { id } = await added()
    const thread = await publish()
    await testServer.sql('delete from feed_entries where thread_id = $1', [thread.id])
    await send()
    expect(received).toEqual([])
    expect(await deliveries(id)).toMatchObject([{ failure: 'no longer visible', next_at: null }])
  })

  it('is not repeated when feeds are rebuilt, also of old discussions', async () => {
    await added()
    const { id } = await publish()
    const old = await insertThread(testServer, { author: helen.id, networks: [legal], pub_date: '2020-01-01' })
    await send()
    await testServer.sql('select refresh_threads(array[$1::bigint, $2])', [id, old.id])
    await send()
    expect(received).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('is on record with its code, retried with longer pauses, and sent again by a button', async () => {
    const { id } = await added()
    answer = 500
    await publish()
    for (let attempt = 0; attempt <= WEBHOOK_PAUSES.length; attempt++) {
      await send()
      const [row] = await testServer.sql<{ minutes: number | null; num_of_attempts: number }>(
        `select round(extract(epoch from next_at - now()) / 60)::integer as minutes, num_of_attempts from webhook_deliveries`,
      )
      expect(row).toEqual({ minutes: WEBHOOK_PAUSES[attempt] ?? null, num_of_attempts: attempt + 1 })
      await due()
    }
    await send()
    expect(received).toHaveLength(WEBHOOK_PAUSES.length + 1)
    const [failed] = await deliveries(id)
    expect(failed).toMatchObject({ status: 500, failure: 'answered 500', delivered_at: null })
    answer = 204
    expect((await ruth.send('POST', `/api/staff/webhook-deliveries/${failed!.id}/resend`, { body: {} })).status).toBe(
      200,
    )
    await send()
    expect(await deliveries(id)).toMatchObject([
      {
        status: 204,
        failure: null,
        delivered_at: expect.any(String),
        attempts: [
          { status: 204, failure: null },
          ...Array.from({ length: WEBHOOK_PAUSES.length + 1 }, () => ({ status: 500, failure: 'answered 500' })),
        ],
      },
    ])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await listed(ruth)).webhooks[0]!.failing_since).toBeNull()
  })

  it('of one delivery ends the turn of its webhook, and delays no other', async () => {
    const dead = await added({ url: 'http://127.0.0.1:1/' })
    await added()
    await publish()
    await publish()
    await send()
    expect(received).toHaveLength(2)
    const attempts = (await deliveries(dead.id)).map(({ num_of_attempts }) => num_of_attempts)
    expect(attempts.toSorted()).toEqual([0, 1])
    expect((await deliveries(dead.id)).find(({ num_of_attempts }) => num_of_attempts === 1)!.failure).toBe(
      'ECONNREFUSED',
    )
  })

  it('for days turns the webhook off and tells owners, once, without the address', async () => {
    const { id } = await added()
    answer = 410
    await publish()
    await send()
    await testServer.sql(`update webhooks set failing_since = now() - make_interval(days => $1, mins => 1)`, [
      WEBHOOK_FAILING_DAYS,
    ])
    await due()
    await send()
    await send()
    expect((await listed(ruth)).webhooks[0]!.disabled_at).not.toBeNull()
    const mails = await testServer.sql<{ to: string; text: string }>(
      `select "to", text from outgoing_mails where kind = 'webhook-disabled'`,
    )
    expect(mails.map(({ to }) => to)).toEqual([demoMembers.staff])
    expect(mails[0]!.text).not.toContain('confidential')
    const count = received.length
    await publish()
    await send()
    expect(received).toHaveLength(count)
    expect((await ruth.send('POST', `${PATH}/${id}`, { body: { url, events } })).status).toBe(200)
    answer = 200
    await publish()
    await send()
    expect(received).toHaveLength(count + 1)
  })

  it('is a redirect, which is not followed', async () => {
    await added()
    answer = 302
    await publish()
    await send()
    expect(received).toHaveLength(1)
    expect(await testServer.sql('select status from webhook_deliveries')).toEqual([{ status: 302 }])
  })
})

describe('an address', () => {
  it('is of https and a public name, without a password', async () => {
    const owner = await strict.member(demoMembers.staff)
    for (const target of [
      'http://example.org/',
      'https://localhost/',
      'https://intranet/',
      'https://user:word@example.org/',
      'ftp://example.org/',
      'javascript:alert(1)',
      'nothing',
      '',
    ])
      expect([target, (await add(owner, { url: target })).body]).toMatchObject([target, { field: 'url' }])
    expect((await add(owner, { url: 'https://example.org/hook' })).status).toBe(200)
    expect((await add(owner, { url: 'https://10.0.0.1/hook' })).status).toBe(200)
    await insertThread(strict, { author: owner.id, networks: [legal] })
    await strict.sql(
      `update webhook_deliveries d set next_at = null from webhooks w where w.id = d.webhook_id and w.url like '%example%'`,
    )
    await send(strict)
    const rows = await strict.sql<{ failure: string }>(
      `select failure from webhook_deliveries where num_of_attempts > 0`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.failure).toMatch(/not allowed/)
  })
})

describe('the desk', () => {
  it('is for owners of the network; to everyone else it does not exist', async () => {
    const { id } = await added()
    const { id: foreign } = await added({ peer_network_id: finance })
    await publish()
    const [delivery] = await deliveries(id)
    const calls = (client: Client, webhook: number, most = 5) =>
      [
        ['GET', `${PATH}/${webhook}/deliveries`, undefined],
        ['POST', `${PATH}/${webhook}`, { url, events }],
        ['POST', `${PATH}/${webhook}/secret`, {}],
        ['POST', `/api/staff/webhook-deliveries/${webhook === id ? delivery!.id : 999_999}/resend`, {}],
        ['DELETE', `${PATH}/${webhook}`, undefined],
      ]
        .slice(0, most)
        .map(([method, path, body]) => client.send(method as string, path as string, body ? { body } : {}))
    const ownerOfFinance = await newStaff(testServer, { role: 'owner', network: finance })
    const refused = [
      helen,
      await newStaff(testServer, { role: 'moderator' }),
      await newStaff(testServer, { role: 'content' }),
    ]
    for (const client of [...refused, ownerOfFinance])
      for (const response of await Promise.all(calls(client, id)))
        expect(response).toMatchObject({ status: 404, body: { code: 'request.not_found' } })
    for (const client of refused) {
      expect((await client.send('GET', PATH)).status).toBe(404)
      expect((await add(client)).status).toBe(404)
    }
    expect((await add(ownerOfFinance)).status).toBe(404)
    const own = await listed(ownerOfFinance)
    expect(own.webhooks.map((each) => each.id)).toEqual([foreign])
    expect(own.networks.map((each) => each.id)).toEqual([finance])
    for (const response of await Promise.all(calls(ruth, id, 4))) expect(response.status).toBe(200)
    expect((await ownerOfFinance.send('DELETE', `${PATH}/${foreign}`)).status).toBe(200)
  })

  it('shows a secret once, replaces it, and records who did what', async () => {
    const { id, secret } = await added()
    expect(JSON.stringify(await listed(ruth))).not.toContain('whsec_')
    const { data } = (await ruth.send('POST', `${PATH}/${id}/secret`, { body: {} })).body as {
      data: { secret: string }
    }
    expect(data.secret).not.toBe(secret)
    await publish()
    await send()
    const [{ headers, body }] = received as [Received]
    expect(() => new Webhook(secret).verify(body, headers)).toThrow()
    new Webhook(data.secret).verify(body, headers)
    await ruth.send('DELETE', `${PATH}/${id}`)
    const acts = await testServer.sql<{ act: string; text: string }>(
      `select act, row_to_json(a)::text as text from staff_acts a where act like 'webhook.%' and item_id = $1 order by id`,
      [id],
    )
    expect(acts.map(({ act }) => act)).toEqual(['webhook.added', 'webhook.secret_replaced', 'webhook.removed'])
    expect(JSON.stringify(acts)).not.toContain('confidential')
  })

  it('holds a number of webhooks for each network, also when many are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: WEBHOOKS + 4 }, () => add(ruth)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(WEBHOOKS)
    expect((await add(ruth, { events: [] })).body).toMatchObject({ field: 'events' })
    expect((await add(ruth, { events: ['message.private'] })).status).toBe(400)
  })
})
