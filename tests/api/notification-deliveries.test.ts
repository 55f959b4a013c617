/** Email and push about unread notifications: on time, once, with no unnecessary content, and easy to turn off. */
import { createPublicKey, verify } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ClearPushCount,
  CreateThread,
  GetNotificationPreferences,
  ReadAllNotifications,
  RegisterPushDevice,
  RemoveMessage,
  RemovePushDevice,
  ReplyToThread,
  UpdatePushPreferences,
} from '#api/operations.ts'
import { USUAL_WAYS } from '#shared/notifications.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'
import { openPushService, pushBrowser } from '../harness/push.ts'
import { networkIds } from '../harness/threads.ts'

const service = await openPushService()
const { origin, calls } = service

const testServer = await startTestServer({
  PUSH_SERVICES: `fcm.googleapis.com,${origin}`,
  APP_PUSH_URL: `${origin}/app`,
  APP_PUSH_KEY: 'a key of the gateway',
  PUBLIC_URL: 'https://peers.test',
})
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)

beforeEach(async () => {
  service.answer = 201
  calls.length = 0
  for (const table of ['notifications', 'push_devices', 'notification_preferences', 'outgoing_mails', 'follow_ups'])
    await testServer.sql(`delete from ${table}`)
  await testServer.sql('delete from graphile_worker._private_jobs')
})

const start = async (who: Client) =>
  (
    await who.ask(CreateThread, {
      topic: 'Which clause holds',
      body: '<p>Who has seen one.</p>',
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    })
  ).createThread.id
const say = async (who: Client, thread_id: number, more: object = {}) =>
  (await who.ask(ReplyToThread, { thread_id, body: '<p>The canary sings.</p>', idempotency_key: newKey(), ...more }))
    .replyToThread.id
const mentioning = ({ id }: Client) => ({
  body: `<p><span data-mention-id="${id}">@Somebody</span> The canary sings.</p>`,
  mentions: [id],
})
/** Ages all notification facts by this many minutes and runs the jobs that waited for them. */
const lazyOrNothing = async (minutes: number) => {
  await testServer.runJobs()
  await testServer.sql(`update notification_facts set at = at - $1 * interval '1 minute'`, [minutes])
  await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
  await testServer.runJobs()
}
const mails = () =>
  testServer.sql<{
    to: string
    subject: string
    text: string
    html: string
    message_id: string
    headers: Record<string, string>
  }>(`select * from outgoing_mails where kind = 'notice' order by id`)

describe('mail', () => {
  it('notifies of a mention after two minutes, once, with its words and a link to it', async () => {
    const id = await start(marcus)
    const message = await say(marcus, id, mentioning(helen))
    await testServer.runJobs()
    expect(await mails()).toEqual([])
    await lazyOrNothing(3)
    await lazyOrNothing(3)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: demoMembers.member, subject: 'Someone mentioned you in a discussion' })
    expect(mail!.text).toContain('Marcus Oyelaran mentioned you: “Which clause holds.”')
    expect(mail!.text).toContain('The canary sings.')
    expect(mail!.text).toMatch(new RegExp(`https://peers.test/feed/${id}\\?referral_source=email(#|\\s)`))
    expect(mail!.text).toContain(String(message))
  })

  it('loses nothing that happens while it is written', async () => {
    const id = await start(marcus)
    await say(marcus, id, mentioning(helen))
    await testServer.runJobs()
    const second = await say(marcus, id, mentioning(helen))
    await testServer.runJobs()
    // The mention happens after the due rows are read and before they are marked as sent.
    const isDue = (due: boolean) =>
      `update notification_facts set mail_due = ${due} where message_id = ${second} and user_id = ${helen.id}`
    await testServer.sql(isDue(false))
    await testServer.sql(`update notification_facts set at = at - interval '3 minutes'`)
    await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
    const holder = await testServer.database.connect()
    await holder.query('begin; lock table notification_facts in exclusive mode')
    const working = testServer.runJobs()
    const waits = `select from pg_locks where relation = 'notification_facts'::regclass and not granted`
    await waitFor('the mail to be noted', async () => (await testServer.sql(waits)).length === 1)
    await holder.query(isDue(true))
    await holder.query('commit')
    await holder.end()
    await working
    expect((await mails()).length).toBe(1)
    await testServer.sql(
      `select graphile_worker.add_job('notifications:mail', json_build_object('user_id', $1::bigint))`,
      [helen.id],
    )
    await testServer.runJobs()
    expect((await mails()).length).toBe(2)
  })

  it('of a private reply holds none of its words, neither in text nor subject, and goes to its readers only', async () => {
    const id = await start(helen)
    await say(marcus, id, { isPrivate: true })
    await lazyOrNothing(3)
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual([demoMembers.member])
    expect(sent[0]!.subject).toBe('You have a private reply')
    expect(sent[0]!.text + sent[0]!.html).not.toContain('canary')
  })

  it('does not come for what was read or removed meanwhile, nor to who was suspended', async () => {
    const id = await start(helen)
    await say(marcus, id, { isPrivate: true })
    await testServer.runJobs()
    await helen.ask(ReadAllNotifications, {})
    await lazyOrNothing(3)
    const message_id = await say(marcus, id, { isPrivate: true })
    await testServer.runJobs()
    await marcus.ask(RemoveMessage, { message_id })
    await lazyOrNothing(3)
    const own = await start(grace)
    await say(marcus, own, { isPrivate: true })
    await testServer.runJobs()
    await testServer.sql('update users set suspended = true where id = $1', [grace.id])
    await lazyOrNothing(3)
    await testServer.sql('update users set suspended = false where id = $1', [grace.id])
    expect(await mails()).toEqual([])
  })

  it('of several is one, and hangs together where it is one discussion', async () => {
    const id = await start(helen)
    for (let times = 0; times < 3; times++) await say(marcus, id, mentioning(helen))
    await lazyOrNothing(3)
    const [mail] = await mails()
    expect(mail!.subject).toBe('3 new notifications')
    const reference = `<thread-${id}.${helen.id}@peers.test>`
    expect(mail!.headers).toMatchObject({ References: reference, 'In-Reply-To': reference })
    expect(mail!.message_id).toMatch(/^[\w-]{36}$/)
    const other = await start(helen)
    await say(marcus, id, mentioning(helen))
    await say(marcus, other, mentioning(helen))
    await lazyOrNothing(3)
    expect((await mails())[1]!.headers).not.toHaveProperty('References')
  })

  it('comes hourly or daily where that was chosen (UI-screen-settings-notification-timing)', async () => {
    const id = await start(helen)
    await helen.ask(UpdatePushPreferences, { preferences: { timing: 'daily' } })
    await say(marcus, id, mentioning(helen))
    await lazyOrNothing(3)
    const due = async () =>
      await testServer.sql<{ hours: number }>(
        'select extract(epoch from run_at - now())::float / 3600 as hours from graphile_worker._private_jobs',
      )
    const [job] = await due()
    expect(job!.hours).toBeGreaterThan(-0.2)
    expect(job!.hours).toBeLessThanOrEqual(24)
    expect(await mails()).toEqual([])
    await lazyOrNothing(60 * 24)
    expect(await mails()).toHaveLength(1)
  })

  it('ends by one click of the mail program, never by looking (threat 16)', async () => {
    const id = await start(helen)
    await say(marcus, id, mentioning(helen))
    await lazyOrNothing(3)
    const [mail] = await mails()
    expect(mail!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = new URL(/^<(.+)>$/.exec(mail!.headers['List-Unsubscribe']!)![1]!)
    expect(address.origin).toBe('https://peers.test')
    const waysOf = async () =>
      (await helen.ask(GetNotificationPreferences, {})).notification_preferences.kinds as typeof USUAL_WAYS
    expect((await fetch(`${testServer.url}${address.pathname}`)).status).toBeLessThan(500)
    expect((await waysOf()).mention.email).toBe(true)
    const post = (path: string) =>
      fetch(`${testServer.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    const forged = address.pathname.replace(/\d+\./, `${marcus.id}.`)
    for (const path of [forged, '/unsubscribe/nothing', `${address.pathname}x`])
      expect((await post(path)).status).toBe(404)
    expect((await post(address.pathname)).status).toBe(200)
    expect(Object.values(await waysOf()).some(({ email }) => email)).toBe(false)
    expect((await waysOf()).mention).toEqual({ in_app: true, email: false, push: true })
    await say(marcus, id, mentioning(helen))
    await lazyOrNothing(3)
    expect(await mails()).toHaveLength(1)
  })
})

const browser = (name: string) => pushBrowser(`${origin}/push/${name}`)

describe('push', () => {
  it('is encrypted for the browser, signed by this server, and says nothing unless asked to (UI-screen-settings-push-notifications)', async () => {
    const device = browser('one')
    await helen.ask(RegisterPushDevice, device.register)
    const id = await start(helen)
    const message = await say(marcus, id, { isPrivate: true })
    await testServer.runJobs()
    expect(calls).toHaveLength(1)
    const [call] = calls
    expect(call!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(device.read(call!.body)).toEqual({
      title: 'Counterpart',
      body: 'You have a new notification',
      path: `/feed/${id}#message-${message}`,
      count: 1,
    })
    const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(call!.headers['authorization']))!
    const [head, claims, signature] = token!.split('.')
    const point = Buffer.from(key!, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature!, 'base64url'),
    )
    expect(signed).toBe(true)
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ aud: origin })
    const offered = (await helen.send('GET', '/api/notifications/push-key')).body as { data: object }
    expect(offered.data).toEqual({ public_key: key, calls_apps: true })
  })

  it('says who did what where the member wants that, and never anybody’s words', async () => {
    const device = browser('two')
    await helen.ask(RegisterPushDevice, device.register)
    await helen.ask(UpdatePushPreferences, { preferences: { push_content: true } })
    const id = await start(helen)
    await say(marcus, id, { isPrivate: true })
    await testServer.runJobs()
    const told = device.read(calls[0]!.body)
    expect(told).toMatchObject({ title: 'Marcus Oyelaran replied to you privately', body: 'Which clause holds' })
    expect(JSON.stringify(told)).not.toContain('canary')
  })

  it('counts until the count is cleared (OP-ClearPushCount)', async () => {
    const device = browser('three')
    await helen.ask(RegisterPushDevice, device.register)
    for (const count of [1, 2]) {
      await say(marcus, await start(helen), { isPrivate: true })
      await testServer.runJobs()
      expect(device.read(calls.at(-1)!.body)).toMatchObject({ count })
    }
    expect((await helen.ask(ClearPushCount, {})).clearPushCount).toBe(0)
    expect((await helen.ask(GetNotificationPreferences, {})).notification_preferences.push_count).toBe(0)
    await say(marcus, await start(helen), { isPrivate: true })
    await testServer.runJobs()
    expect(device.read(calls.at(-1)!.body)).toMatchObject({ count: 1 })
  })

  it('waits for the end of quiet hours', async () => {
    await helen.ask(RegisterPushDevice, browser('quiet').register)
    const [{ hour } = { hour: 0 }] = await testServer.sql<{ hour: number }>(
      'select extract(hour from now() at time zone time_zone)::integer as hour from users where id = $1',
      [helen.id],
    )
    await helen.ask(UpdatePushPreferences, { preferences: { quiet_from: hour, quiet_until: (hour + 2) % 24 } })
    await say(marcus, await start(helen), { isPrivate: true })
    await testServer.runJobs()
    expect(calls).toEqual([])
    await helen.ask(UpdatePushPreferences, { preferences: { quiet_from: null, quiet_until: null } })
    await lazyOrNothing(0)
    expect(calls).toHaveLength(1)
  })

  it('is for the app too, through its gateway', async () => {
    await helen.ask(RegisterPushDevice, { kind: 'app', endpoint: 'token-of-a-phone' })
    await say(marcus, await start(helen), { isPrivate: true })
    await testServer.runJobs()
    expect(calls).toMatchObject([{ path: '/app', headers: { authorization: 'Bearer a key of the gateway' } }])
    expect(JSON.parse(calls[0]!.body.toString())).toMatchObject({
      token: 'token-of-a-phone',
      title: 'Counterpart',
      count: 1,
    })
  })

  it('ends with the session, when the browser is gone, and when the member takes it away', async () => {
    const devices = () => testServer.sql('select from push_devices where user_id = $1', [helen.id])
    const signedIn = await testServer.member(demoMembers.member)
    await signedIn.ask(RegisterPushDevice, browser('session').register)
    await signedIn.send('POST', '/api/auth/logout', { body: {} })
    expect(await devices()).toEqual([])
    service.answer = 410
    await helen.ask(RegisterPushDevice, browser('gone').register)
    await say(marcus, await start(helen), { isPrivate: true })
    await testServer.runJobs()
    expect(calls).toHaveLength(1)
    expect(await devices()).toEqual([])
    const { register } = browser('taken')
    await helen.ask(RegisterPushDevice, register)
    expect((await marcus.ask(RemovePushDevice, { endpoint: register.endpoint })).removePushDevice).toBe(0)
    expect((await helen.ask(RemovePushDevice, { endpoint: register.endpoint })).removePushDevice).toBe(1)
    expect(await devices()).toEqual([])
  })

  it('is called once: a job that is tried again finds nothing due, and a service that fails is not asked again', async () => {
    service.answer = 503
    await helen.ask(RegisterPushDevice, browser('failing').register)
    await say(marcus, await start(helen), { isPrivate: true })
    await testServer.runJobs()
    await testServer.sql(
      `select graphile_worker.add_job('notifications:push', json_build_object('user_id', $1::bigint))`,
      [helen.id],
    )
    await testServer.runJobs()
    expect(calls).toHaveLength(1)
  })

  it('goes to no address that a member chose (threat 18)', async () => {
    const { register } = browser('inward')
    for (const endpoint of [
      'https://127.0.0.1/x',
      'http://169.254.169.254/latest',
      'https://fcm.googleapis.com@127.0.0.1/',
      'file:///x',
    ])
      expect((await helen.op(RegisterPushDevice, { ...register, endpoint })).code).toBe('notifications.push_service')
    expect((await helen.op(RegisterPushDevice, { ...register, p256dh: 'short' })).code).toBe('notifications.push_keys')
    const silent = await testServer.sql('select from push_devices')
    expect(silent).toEqual([])
  })
})
