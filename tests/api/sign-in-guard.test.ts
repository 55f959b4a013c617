/** Guessing passwords and addresses, with production limits. */
import { expect, it } from 'vitest'
import { GetSecurityEvents } from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { makeAttempts } from '#server/platform/session/attempts.ts'
import { addPasskey, enterByPasskey } from '../harness/passkey-client.ts'
import { startTestServer } from '../harness/test-server.ts'

const open = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const guarded = await startTestServer({ LOGIN_ATTEMPTS: '10' })

/** Pretends that this many minutes have passed for all counted attempts. */
const passMinutes = (minutes: number) =>
  guarded.sql(
    `update attempts set last_at = last_at - make_interval(mins => $1), open_at = open_at - make_interval(mins => $1)`,
    [minutes],
  )

it('does the same work for every refusal: an unknown address, a wrong password, one who never joined (threat 23)', async () => {
  const hashed = async () => Number(/^counterpart_passwords_hashed_total (\d+)$/m.exec(await open.metrics())?.[1])
  const client = open.anonymous()
  const answers: unknown[] = []
  for (const email of [demoMembers.member, 'nobody@legal.test', 'teodor@members.test', demoMembers.suspended]) {
    const before = await hashed()
    const { status, body } = await client.signIn(email, 'not the password')
    answers.push([status, body])
    // Response times differ only by the hash: 20 ms, against 2 ms for the rest.
    expect(await hashed(), email).toBe(before + 1)
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('slows an address down for strangers, however they call themselves, and says for how long', async () => {
  const statuses: number[] = []
  let last
  for (let attempt = 0; attempt < 10; attempt++) {
    const client = guarded.anonymous()
    await client.send('GET', '/auth/login')
    last = await client.send('POST', '/api/auth/login', {
      body: { email: ` ${attempt % 2 ? 'GROUPADMIN' : 'groupadmin'}@legal.test`, password: `guess ${attempt}` },
      headers: {
        'x-forwarded-for': `10.0.0.${attempt}`,
        'x-real-ip': `10.1.0.${attempt}`,
        forwarded: `for=10.2.0.${attempt}`,
      },
    })
    statuses.push(last.status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429, 429])
  expect(last!.body).toMatchObject({
    code: 'accounts.too_many_attempts',
    message: expect.stringMatching(/Try again in \d+ minutes?\./),
  })
  // A new device waits like all others; the pause is short at first.
  expect((await guarded.anonymous().signIn(demoMembers.groupAdmin, DEMO_PASSWORD)).status).toBe(429)
  await passMinutes(1)
  expect((await guarded.anonymous().signIn(demoMembers.groupAdmin, 'still wrong')).status).toBe(401)
  await passMinutes(1)
  expect((await guarded.anonymous().signIn(demoMembers.groupAdmin, DEMO_PASSWORD)).status).toBe(429)
  await passMinutes(1)
  expect((await guarded.anonymous().signIn(demoMembers.groupAdmin, DEMO_PASSWORD)).status).toBe(200)
})

it('throttles a place that tries many addresses', async () => {
  const strict = await startTestServer({ LOGIN_ATTEMPTS: '2' })
  const client = strict.anonymous()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 8; attempt++)
    statuses.push((await client.signIn(`guess-${attempt}@legal.test`, 'x')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
})

it('never locks out a known device, nor a passkey, and notifies the owner once', async () => {
  await guarded.sql('delete from attempts')
  const owner = guarded.anonymous()
  expect((await owner.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(200)
  const passkey = await addPasskey(guarded, owner)
  const stranger = guarded.anonymous()
  for (const email of [demoMembers.member, 'nobody@legal.test']) {
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) statuses.push((await stranger.signIn(email, `guess ${guess}`)).status)
    expect(statuses, email).toEqual([...Array(6).fill(401), ...Array(6).fill(429)])
  }
  const again = guarded.anonymous()
  again.cookies.set('counterpart.device', owner.cookies.get('counterpart.device')!)
  expect((await again.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(200)
  expect((await enterByPasskey(guarded, guarded.anonymous(), passkey)).status).toBe(200)
  // Another member's device, or a forged device cookie, counts as unknown.
  const other = guarded.anonymous()
  await other.signIn(demoMembers.peer, DEMO_PASSWORD)
  expect((await other.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(429)
  other.cookies.set('counterpart.device', encodeURIComponent('device:made-up.c2lnbmVk'))
  expect((await other.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(429)

  await guarded.runJobs()
  await passMinutes(5)
  for (let guess = 0; guess < 3; guess++) await stranger.signIn(demoMembers.member, 'one more')
  await guarded.runJobs()
  const mails = await guarded.sql(
    `select "to", subject from outgoing_mails where kind = 'alert-guessed' and "to" in ($1, $2)`,
    [demoMembers.member, 'nobody@legal.test'],
  )
  expect(mails).toEqual([{ to: demoMembers.member, subject: 'Wrong passwords were entered for your account' }])
  const ruth = await guarded.member(demoMembers.staff)
  const { items } = (await ruth.ask(GetSecurityEvents, { kind: 'sign_in.locked' })).security_events
  expect(items.filter(({ member }) => member?.id === owner.id)).toHaveLength(1)
  const failed = (await ruth.ask(GetSecurityEvents, { kind: 'sign_in.failed', user_id: owner.id })).security_events
  expect(failed.items[0]).toMatchObject({ facts: { code: 'accounts.login_refused' }, ip_address: '127.0.0.1' })
  expect(JSON.stringify(failed)).not.toContain('guess')
  const refused = (await ruth.ask(GetSecurityEvents, { kind: 'sign_in.refused' })).security_events
  expect(refused.items[0]!.facts).toEqual({ by: 'account' })
})

it('has a known device wait too when it guesses, without the others', async () => {
  await guarded.sql('delete from attempts')
  const [phone, laptop] = [guarded.anonymous(), guarded.anonymous()]
  for (const device of [phone, laptop]) await device.signIn(demoMembers.peer, DEMO_PASSWORD)
  const statuses: number[] = []
  for (let guess = 0; guess < 8; guess++) statuses.push((await phone.signIn(demoMembers.peer, `guess ${guess}`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  expect((await laptop.signIn(demoMembers.peer, DEMO_PASSWORD)).status).toBe(200)
})

it('takes at most so many tries in fifteen minutes as are promised, and ever fewer after that', async () => {
  const budget = { key: 'sign-in of somebody', limit: 10, pauseSeconds: 900, leakSeconds: 14_400 }
  const attempts = makeAttempts(guarded.database.write)
  await guarded.sql('delete from attempts')
  const taken: number[] = []
  for (let second = 0; second < 4 * 3_600; second += 15) {
    while (!(await attempts.take([budget])).refused) taken.push(second)
    await guarded.sql(
      `update attempts set last_at = last_at - interval '15 seconds', open_at = open_at - interval '15 seconds'`,
    )
  }
  for (const start of taken)
    expect(taken.filter((at) => at >= start && at < start + 900).length).toBeLessThanOrEqual(10)
  expect(taken.filter((at) => at >= 3_600).length).toBeLessThanOrEqual(15)
})
