/** Password reset, new devices, authenticator apps: every way to sign in other than the password. */
import { describe, expect, it } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { totpOf } from '../harness/totp.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const careful = await startTestServer({ LOGIN_ATTEMPTS: '1000', CONFIRM_NEW_DEVICES: 'on' })
const guarded = await startTestServer({ LOGIN_ATTEMPTS: '7' })
const NEW_PASSWORD = 'a lantern over the harbour'
const SESSION = 'counterpart.session_token'
const visitor = async (where: TestServer): Promise<Client> => {
  const client = where.anonymous()
  await client.send('GET', '/auth/login')
  return client
}
const post = (client: Client, path: string, body: object, headers: Record<string, string> = {}) =>
  client.send('POST', path, { body, headers })
const lastMail = async (where: TestServer, to: string) => {
  await where.runJobs()
  const [mail] = await where.sql<{ kind: string; subject: string; text: string }>(
    'select kind, subject, text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [to],
  )
  return mail
}
const mailCount = async (where: TestServer) =>
  Number((await where.sql<{ count: number }>('select count(*) from outgoing_mails'))[0]!.count)
const hashes = async (where: TestServer) =>
  Number(/^counterpart_passwords_hashed_total (\d+)$/m.exec(await where.metrics())?.[1])
const tokenIn = (text: string) => /(?:reset-password\/|token=)([\w-]{22})\b/.exec(text)![1]!
const codeIn = (text: string) => /^ {4}(\d{6})$/m.exec(text)![1]!
async function resetToken(where: TestServer, email: string) {
  await post(await visitor(where), '/api/auth/forgot-password', { email })
  return tokenIn((await lastMail(where, email))!.text)
}

describe('a forgotten password', () => {
  it('is answered alike for every address, with the same work, and mails only who is there (threat 23)', async () => {
    const client = await visitor(testServer)
    const answers: unknown[] = []
    for (const email of [demoMembers.member, 'nobody@legal.test', 'teodor@members.test', demoMembers.suspended]) {
      const [before, mails] = [await hashes(testServer), await mailCount(testServer)]
      const { status, body } = await post(client, '/api/auth/forgot-password', { email })
      answers.push([status, body, (await hashes(testServer)) - before, (await mailCount(testServer)) - mails])
      const jobs = await testServer.sql<{ task: string }>(
        `select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
      )
      expect(jobs, email).toEqual([{ task: 'accounts:forgot-password' }])
      await testServer.runJobs()
      expect((await mailCount(testServer)) - mails, email).toBe(email === demoMembers.member ? 1 : 0)
    }
    for (const answer of answers) expect(answer).toEqual([200, { data: {} }, 0, 0])
  })

  it('leads on to where its owner was going, and nowhere else', async () => {
    for (const [next, link] of [
      ['/feed/12#message-34', /reset-password\/[\w-]{22}\?next=%2Ffeed%2F12%23message-34$/m],
      ['//evil.test', /reset-password\/[\w-]{22}$/m],
      [['/feed'], /reset-password\/[\w-]{22}$/m],
    ] as const) {
      await post(await visitor(testServer), '/api/auth/forgot-password', { email: demoMembers.billing, next })
      expect((await lastMail(testServer, demoMembers.billing))!.text).toMatch(link)
    }
    const body = { email: demoMembers.billing, password: DEMO_PASSWORD, next: '/feed/12#message-34' }
    expect((await post(await visitor(careful), '/api/auth/login', body)).body).toMatchObject({
      data: { confirm: 'mail' },
    })
    expect((await lastMail(careful, demoMembers.billing))!.text).toMatch(
      /confirm-login\?token=[\w-]{22}&next=%2Ffeed%2F12%23message-34$/m,
    )
  })

  it('is chosen anew by the link: signed in, every other session ended, and notified by email (ROUTE-auth-forgot-password, ROUTE-auth-reset-password)', async () => {
    const elsewhere = await testServer.member(demoMembers.peer)
    const token = await resetToken(testServer, demoMembers.peer)
    const client = await visitor(testServer)
    expect((await client.send('GET', `/api/auth/reset-password/${token}`)).status).toBe(200)
    const answer = await post(client, '/api/auth/reset-password', { token, password: NEW_PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: { data: { id: elsewhere.id, signed_in: true } } })
    expect((await client.ask(InitialUser, {})).viewer.email).toBe(demoMembers.peer)
    expect(await elsewhere.op(InitialUser, {})).toMatchObject({ status: 401 })
    expect(await testServer.sql('select count(*)::integer from sessions where user_id = $1', [elsewhere.id])).toEqual([
      { count: 1 },
    ])
    expect(await lastMail(testServer, demoMembers.peer)).toMatchObject({
      kind: 'alert-password',
      subject: 'Your password was changed',
    })
    expect((await (await visitor(testServer)).signIn(demoMembers.peer, DEMO_PASSWORD)).status).toBe(401)
    expect((await (await visitor(testServer)).signIn(demoMembers.peer, NEW_PASSWORD)).status).toBe(200)
  })

  it('keeps of the link only a hash', async () => {
    const token = await resetToken(testServer, demoMembers.executive)
    const [row] = await testServer.sql<{ token_hash: string }>(
      'select token_hash from password_resets order by id desc limit 1',
    )
    expect(row!.token_hash).not.toContain(token)
    expect(token).toHaveLength(22)
  })

  it('takes a link once, also when it comes many times at once', async () => {
    const token = await resetToken(testServer, demoMembers.finance)
    const clients = await Promise.all(Array.from({ length: 6 }, () => visitor(testServer)))
    const answers = await Promise.all(
      clients.map((client) => post(client, '/api/auth/reset-password', { token, password: NEW_PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const again = await post(await visitor(testServer), '/api/auth/reset-password', { token, password: NEW_PASSWORD })
    expect(again).toMatchObject({ status: 404, body: { code: 'accounts.reset_invalid' } })
  })

  it('answers alike for a link that is used, too old, of somebody suspended or made up', async () => {
    const old = await resetToken(testServer, demoMembers.groupAdmin)
    const suspended = await resetToken(testServer, demoMembers.billing)
    await testServer.sql(
      `update password_resets set expires_at = now() where user_id = (select id from users where email = $1)`,
      [demoMembers.groupAdmin],
    )
    await testServer.sql('update users set suspended = true where email = $1', [demoMembers.billing])
    const answers = []
    for (const token of [old, suspended, 'x'.repeat(22), 'x', '..%2f', "'"]) {
      const client = await visitor(testServer)
      const got = await client.send('GET', `/api/auth/reset-password/${encodeURIComponent(token)}`)
      const sent = await post(client, '/api/auth/reset-password', { token, password: NEW_PASSWORD })
      answers.push([got.status, got.body, sent.status, sent.body])
      expect(client.cookies.has(SESSION)).toBe(false)
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]![0]).toBe(404)
    await testServer.sql('update users set suspended = false where email = $1', [demoMembers.billing])
  })

  it.each([
    ['too short', 'nine char', /9 characters long\. It needs at least 10/],
    ['common', 'Password2026', /easy to guess/],
    ['their own name', 'HelenMarsh1', /name or email address/],
  ])('refuses a password that is %s, beside its field, and keeps the link', async (_, password, message) => {
    const token = await resetToken(testServer, demoMembers.member)
    const client = await visitor(testServer)
    const answer = await post(client, '/api/auth/reset-password', { token, password })
    expect(answer).toMatchObject({ status: 400, body: { field: 'password', message: expect.stringMatching(message) } })
    expect((await client.send('GET', `/api/auth/reset-password/${token}`)).status).toBe(200)
  })

  it('refuses what is no address', async () => {
    for (const body of [
      {},
      { email: 'helen' },
      { email: 5 },
      { email: `${'a'.repeat(300)}@b.test` },
      { email: 'a\u0000@b.test' },
    ])
      expect((await post(await visitor(testServer), '/api/auth/forgot-password', body)).status).toBe(400)
  })

  it('is throttled by address, whatever the caller says about where they come from', async () => {
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push(
        (
          await post(
            await visitor(guarded),
            '/api/auth/forgot-password',
            { email: demoMembers.member },
            {
              'x-forwarded-for': `10.0.0.${attempt}`,
            },
          )
        ).status,
      )
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  it('cannot be guessed: tokens are throttled by place (threat 15)', async () => {
    const client = await visitor(guarded)
    const statuses = new Set<number>()
    for (let guess = 0; guess < 30; guess++)
      statuses.add(
        (
          await client.send('GET', `/api/auth/reset-password/${String(guess).padStart(22, 'x')}`, {
            headers: { 'x-forwarded-for': `10.0.1.${guess}` },
          })
        ).status,
      )
    expect(statuses).toEqual(new Set([404, 429]))
  })

  it('is refused from another site', async () => {
    const client = await visitor(testServer)
    for (const path of ['/api/auth/forgot-password', '/api/auth/reset-password', '/api/auth/confirm-login'])
      expect((await post(client, path, { email: demoMembers.member }, { 'x-xsrf-token': 'x' })).status).toBe(403)
  })
})

describe('a device not seen before (ROUTE-auth-confirm-login)', () => {
  const begin = async (email: string) => {
    const client = await visitor(careful)
    const answer = await client.signIn(email, DEMO_PASSWORD)
    expect(answer.body).toEqual({ data: { confirm: 'mail' } })
    expect(client.cookies.has(SESSION)).toBe(false)
    return client
  }
  const confirm = (client: Client, body: object) => post(client, '/api/auth/confirm-login', body)

  it('is confirmed by the code in the mail, and goes straight in from then on', async () => {
    const client = await begin(demoMembers.member)
    expect((await client.send('GET', '/api/auth/confirm-login')).body).toMatchObject({
      data: { kind: 'mail', email: demoMembers.member, resend_in: expect.any(Number) },
    })
    const mail = (await lastMail(careful, demoMembers.member))!
    expect(mail.subject).not.toContain(codeIn(mail.text))
    const code = codeIn(mail.text)
    expect((await confirm(client, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200)
    await client.ask(InitialUser, {})
    expect(await lastMail(careful, demoMembers.member)).toMatchObject({ kind: 'alert-device' })
    await client.send('POST', '/api/auth/logout')
    const mails = await mailCount(careful)
    const { body } = await client.signIn(demoMembers.member, DEMO_PASSWORD)
    expect(body).toMatchObject({ data: { id: expect.any(Number) } })
    expect(await mailCount(careful)).toBe(mails)
    const [row] = await careful.sql<{ code_hash: string }>('select code_hash from sign_in_confirmations limit 1')
    expect(row!.code_hash).not.toContain(code)
  })

  it('is not known by a cookie that was made up or belongs to another member', async () => {
    const client = await begin(demoMembers.peer)
    await confirm(client, { code: codeIn((await lastMail(careful, demoMembers.peer))!.text) })
    await client.send('POST', '/api/auth/logout')
    expect((await client.signIn(demoMembers.finance, DEMO_PASSWORD)).body).toEqual({ data: { confirm: 'mail' } })
    client.cookies.set('counterpart.device', client.cookies.get('counterpart.device')!.replace(/.$/, 'x'))
    expect((await client.signIn(demoMembers.peer, DEMO_PASSWORD)).body).toEqual({ data: { confirm: 'mail' } })
  })

  it('is confirmed by the link in any browser, once', async () => {
    await begin(demoMembers.executive)
    const token = tokenIn((await lastMail(careful, demoMembers.executive))!.text)
    const other = await visitor(careful)
    expect((await confirm(other, { token })).status).toBe(200)
    expect((await other.ask(InitialUser, {})).viewer.email).toBe(demoMembers.executive)
    expect((await confirm(await visitor(careful), { token })).status).toBe(404)
  })

  it('allows five tries, also when they come at once, and none with another browser’s code', async () => {
    const client = await begin(demoMembers.trial)
    const code = codeIn((await lastMail(careful, demoMembers.trial))!.text)
    expect((await confirm(await visitor(careful), { code })).status).toBe(404)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await confirm(client, { code: wrong })).body).toMatchObject({
      code: 'accounts.code_wrong',
      field: 'code',
      message: 'That code is incorrect. You have 4 more attempts.',
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(client, { code: wrong })))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
    expect((await confirm(client, { code })).status).toBe(404)
    expect(client.cookies.has(SESSION)).toBe(false)
  })

  it('takes no code after ten minutes, nor from somebody suspended meanwhile', async () => {
    for (const spoil of [
      'update sign_in_confirmations set expires_at = now()',
      `update users set suspended = true where email = '${demoMembers.groupAdmin}'`,
    ]) {
      const client = await begin(demoMembers.groupAdmin)
      const code = codeIn((await lastMail(careful, demoMembers.groupAdmin))!.text)
      await careful.sql(spoil)
      expect((await confirm(client, { code })).status).toBe(404)
    }
    await careful.sql('update users set suspended = false where email = $1', [demoMembers.groupAdmin])
  })

  it('sends a new code after half a minute, and the earlier one is void', async () => {
    const client = await begin(demoMembers.newcomer)
    const first = codeIn((await lastMail(careful, demoMembers.newcomer))!.text)
    const again = () => post(client, '/api/auth/confirm-login/resend', {})
    expect((await again()).body).toMatchObject({ code: 'accounts.code_too_soon' })
    await careful.sql(`update sign_in_confirmations set sent_at = now() - interval '31 seconds'`)
    expect((await again()).status).toBe(200)
    const second = codeIn((await lastMail(careful, demoMembers.newcomer))!.text)
    if (first !== second) expect((await confirm(client, { code: first })).status).toBe(400)
    expect((await confirm(client, { code: second })).status).toBe(200)
  })

  it('stops guessing over many sign-ins of a day', async () => {
    const [user] = await careful.sql<{ id: number }>('select id from users where email = $1', [demoMembers.billing])
    await careful.sql(
      `insert into sign_in_confirmations (user_id, kind, browser_hash, keep_signed_in, tries, expires_at) values ($1, 'mail', 'x', true, 50, now())`,
      [user!.id],
    )
    expect((await (await visitor(careful)).signIn(demoMembers.billing, DEMO_PASSWORD)).status).toBe(429)
  })

  it('has nothing to confirm without a password before', async () => {
    const client = await visitor(careful)
    expect((await client.send('GET', '/api/auth/confirm-login')).status).toBe(404)
    for (const body of [{ code: '123456' }, { token: 'x'.repeat(22) }])
      expect((await confirm(client, body)).status).toBe(404)
    expect((await confirm(client, {})).status).toBe(400)
  })
})

it('notifies a member by email of a new device, where no code is asked for', async () => {
  const first = await visitor(testServer)
  await first.signIn(demoMembers.newcomer, DEMO_PASSWORD)
  expect(await lastMail(testServer, demoMembers.newcomer)).toBeUndefined()
  await (await visitor(testServer)).signIn(demoMembers.newcomer, DEMO_PASSWORD)
  expect(await lastMail(testServer, demoMembers.newcomer)).toMatchObject({ kind: 'alert-device' })
})

describe('an authenticator', async () => {
  const codeNow = (secret: string, offset = 0) => {
    const bits = [...secret]
      .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
      .join('')
    return totpOf(Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))), offset)
  }
  const helen = await testServer.member(demoMembers.member)
  let secret = ''
  let codes: string[] = []

  it('is set up with the password and a first code, and gives codes for paper once', async () => {
    expect(await post(helen, '/api/auth/two-step/begin', { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'accounts.password_wrong', field: 'password' },
    })
    const begun = (await post(helen, '/api/auth/two-step/begin', { password: DEMO_PASSWORD })).body as {
      data: { secret: string; uri: string; qr: { path: string } }
    }
    ;({ secret } = begun.data)
    expect(begun.data.uri).toContain(secret)
    expect(begun.data.qr.path).toMatch(/^M4 4h7v1h-7z/)
    expect((await post(helen, '/api/auth/two-step/confirm', { code: '12345' })).status).toBe(400)
    expect((await helen.send('GET', '/api/auth/two-step')).body).toEqual({ data: { on: false, codes_left: 0 } })
    const done = await post(helen, '/api/auth/two-step/confirm', { code: codeNow(secret) })
    ;({ codes } = (done.body as { data: { codes: string[] } }).data)
    expect(new Set(codes).size).toBe(10)
    expect((await helen.send('GET', '/api/auth/two-step')).body).toEqual({ data: { on: true, codes_left: 10 } })
    expect((await post(helen, '/api/auth/two-step/begin', { password: DEMO_PASSWORD })).status).toBe(400)
    expect(await lastMail(testServer, demoMembers.member)).toMatchObject({ kind: 'alert-two-step-on' })
    const kept = JSON.stringify([
      await testServer.sql('select * from two_steps'),
      await testServer.sql('select * from backup_codes'),
    ])
    for (const plain of [secret, ...codes]) expect(kept).not.toContain(plain)
  })

  it('is asked at every sign-in; a code counts once, one from paper too', async () => {
    const begin = async () => {
      const client = await visitor(testServer)
      expect((await client.signIn(demoMembers.member, DEMO_PASSWORD)).body).toEqual({ data: { confirm: 'totp' } })
      return client
    }
    const [first, second, third, fourth] = [await begin(), await begin(), await begin(), await begin()]
    const confirm = async (client: Client, code: string) =>
      (await post(client, '/api/auth/confirm-login', { code })).status
    const code = codeNow(secret, 1)
    expect(await confirm(first, code)).toBe(200)
    await first.ask(InitialUser, {})
    expect(await confirm(second, code)).toBe(400)
    expect(await confirm(third, ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')}`)).toBe(200)
    expect(await confirm(fourth, codes[0]!)).toBe(400)
    expect((await post(fourth, '/api/auth/confirm-login/resend', {})).status).toBe(400)
  })

  it('is asked for also after a new password by mail', async () => {
    const token = await resetToken(testServer, demoMembers.member)
    const client = await visitor(testServer)
    expect(await post(client, '/api/auth/reset-password', { token, password: NEW_PASSWORD })).toMatchObject({
      status: 200,
      body: { data: { signed_in: false } },
    })
    expect(client.cookies.has(SESSION)).toBe(false)
    expect((await client.signIn(demoMembers.member, NEW_PASSWORD)).body).toEqual({ data: { confirm: 'totp' } })
  })

  it('is switched off with the password only', async () => {
    const back = await testServer.member(demoMembers.member)
    expect((await post(back, '/api/auth/two-step/off', { password: DEMO_PASSWORD })).status).toBe(400)
    const renewed = await post(back, '/api/auth/two-step/codes', { password: NEW_PASSWORD })
    expect((renewed.body as { data: { codes: string[] } }).data.codes).not.toContain(codes[1])
    expect((await post(back, '/api/auth/two-step/off', { password: NEW_PASSWORD })).status).toBe(200)
    const again = await visitor(testServer)
    expect((await again.signIn(demoMembers.member, NEW_PASSWORD)).body).toMatchObject({ data: { id: back.id } })
  })

  it('is nobody’s business without a session', async () => {
    const client = await visitor(testServer)
    expect((await client.send('GET', '/api/auth/two-step')).status).toBe(401)
    for (const path of ['begin', 'confirm', 'codes', 'off'])
      expect((await post(client, `/api/auth/two-step/${path}`, { password: 'x', code: 'x' })).status).toBe(401)
  })
})
