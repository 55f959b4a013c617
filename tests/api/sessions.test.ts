import { describe, expect, it } from 'vitest'
import { CreateThread, InitialUser, ReplyToThread, thread } from '#api/operations.ts'
import { demoMembers, demoMemberId, DEMO_PASSWORD } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ DEMO: 'on' })
const SESSION = 'counterpart.session_token'
const sessionsOf = async (email: string) =>
  testServer.sql<{ id: number; token: string; expires_at: Date }>(
    'select s.* from sessions s join users u on u.id = s.user_id where u.email = $1 order by s.id',
    [email],
  )

describe('signing in', () => {
  it('signs in with the right password, by a cookie that scripts cannot read', async () => {
    const client = testServer.anonymous()
    const answer = await client.signIn(demoMembers.member, DEMO_PASSWORD)
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: await demoMemberId(testServer.database.write, demoMembers.member) } },
    })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION}=`))!
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(
      answer.headers.getSetCookie().some((line) => line.startsWith('XSRF-TOKEN=') && !/HttpOnly/i.test(line)),
    ).toBe(true)
    expect((await client.ask(InitialUser, {})).viewer.email).toBe(demoMembers.member)
    expect((await sessionsOf(demoMembers.member)).at(-1)!.expires_at.getTime()).toBeGreaterThan(
      Date.now() + 29 * 86_400_000,
    )
  })

  it('does not mind capitals and spaces around the address', async () => {
    expect((await testServer.anonymous().signIn(`  ${demoMembers.peer.toUpperCase()} `, DEMO_PASSWORD)).status).toBe(
      200,
    )
  })

  it.each([
    ['a wrong password', demoMembers.member, 'not the password'],
    ['an unknown address', 'nobody@nowhere.test', DEMO_PASSWORD],
    ['somebody imported who never joined', 'teodor@members.test', DEMO_PASSWORD],
    ['a member without a password', 'priya@members.test', DEMO_PASSWORD],
    ['signs that no address has', 'a\u0000b@x.test', DEMO_PASSWORD],
  ])('says the same for %s, and makes no session', async (_, email, password) => {
    const before = await testServer.sql('select count(*) from sessions')
    const client = testServer.anonymous()
    const answer = await client.signIn(email, password)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 401,
      body: { code: 'accounts.login_refused', message: 'The email address or password is incorrect.' },
    })
    expect(client.cookies.has(SESSION)).toBe(false)
    expect(await testServer.sql('select count(*) from sessions')).toEqual(before)
  })

  it('tells a suspended member so only with the right password, and gives them nothing', async () => {
    const client = testServer.anonymous()
    expect((await client.signIn(demoMembers.suspended, 'wrong password')).body).toMatchObject({
      code: 'accounts.login_refused',
    })
    expect((await client.signIn(demoMembers.suspended, DEMO_PASSWORD)).body).toMatchObject({
      code: 'accounts.suspended',
    })
    expect(await sessionsOf(demoMembers.suspended)).toEqual([])
    expect(client.cookies.has(SESSION)).toBe(false)
  })

  it('begins a new session each time and ends the one before', async () => {
    const client = testServer.anonymous()
    await client.signIn(demoMembers.billing, DEMO_PASSWORD)
    const first = client.cookies.get(SESSION)
    await client.signIn(demoMembers.billing, DEMO_PASSWORD)
    expect(client.cookies.get(SESSION)).not.toBe(first)
    expect(await sessionsOf(demoMembers.billing)).toHaveLength(1)
  })

  it.each([
    [{}],
    [{ email: demoMembers.member }],
    [{ email: 5, password: [] }],
    [{ email: '', password: '' }],
    [[]],
    ['text'],
    [null],
  ])('refuses %j as incomplete', async (body) => {
    const client = testServer.anonymous()
    await client.send('GET', '/auth/login')
    expect((await client.send('POST', '/api/auth/login', { body })).status).toBe(400)
  })
})

describe('the session at start-up', () => {
  it('gives the member, the analytics session and the tests they are in (FIELD-user_session.analytics_session_id, FIELD-user_session.abtests, CALL-get-refresh-session)', async () => {
    const helen = await testServer.member(demoMembers.member)
    const answer = await helen.send('GET', '/api/sessions/refresh-user-session')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          id: helen.id,
          first_name: 'Helen',
          last_name: 'Marsh',
          email: demoMembers.member,
          analytics_session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          abtests: {},
        },
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('XSRF-TOKEN='))).toBe(true)
    await helen.ask(InitialUser, {})
  })

  it('answers 401 with a message to read aloud when there is none (ERR-session-refresh-failure)', async () => {
    expect(await testServer.anonymous().send('GET', '/api/sessions/refresh-user-session')).toMatchObject({
      status: 401,
      body: { message: 'Your session has ended. Sign in again.' },
    })
  })

  it('is prolonged by 30 days, or by one where it ends with its browser', async () => {
    for (const [keep_signed_in, days, age] of [
      [true, 30, 'Max-Age=2592000'],
      [false, 1, undefined],
    ] as const) {
      const client = testServer.anonymous()
      await client.send('GET', '/auth/login')
      const body = { email: demoMembers.peer, password: DEMO_PASSWORD, keep_signed_in }
      expect((await client.send('POST', '/api/auth/login', { body })).status).toBe(200)
      const last = async () => (await sessionsOf(demoMembers.peer)).at(-1)!
      const cookieOf = async () => {
        const answer = await client.send('GET', '/api/sessions/refresh-user-session')
        return answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION}=`))
      }
      expect(await cookieOf()).toBeUndefined()
      expect(Math.round(((await last()).expires_at.getTime() - Date.now()) / 86_400_000)).toBe(days)
      await testServer.sql(`update sessions set expires_at = now() + interval '1 minute' where id = $1`, [
        (await last()).id,
      ])
      expect(/Max-Age=\d+/.exec((await cookieOf())!)?.[0]).toBe(age)
      expect(Math.round(((await last()).expires_at.getTime() - Date.now()) / 86_400_000)).toBe(days)
      expect((await client.op(InitialUser, {})).status).toBe(200)
    }
  })

  it('ends 180 days after it began, however often it was prolonged', async () => {
    const client = await testServer.member(demoMembers.member)
    const began = (days: number) =>
      testServer.sql(
        `update sessions set created_at = now() - make_interval(days => $2)
         where id = (select max(id) from sessions where user_id = $1)`,
        [client.id, days],
      )
    await began(179)
    expect((await client.send('GET', '/api/sessions/refresh-user-session')).status).toBe(200)
    const other = await testServer.member(demoMembers.member)
    await testServer.sql(
      `update sessions set created_at = now() - interval '181 days' where id = (select max(id) from sessions where user_id = $1)`,
      [other.id],
    )
    expect((await other.send('GET', '/api/sessions/refresh-user-session')).status).toBe(401)
  })

  it('is not believed when its signature was changed, its row is gone or its time is over', async () => {
    const forged = await testServer.member(demoMembers.member)
    forged.cookies.set(
      SESSION,
      forged.cookies.get(SESSION)!.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
    )
    expect((await forged.send('GET', '/api/sessions/refresh-user-session')).status).toBe(401)
    const over = await testServer.member(demoMembers.member)
    await testServer.sql(
      `update sessions set expires_at = now() - interval '1 second' where id = (select max(id) from sessions)`,
    )
    expect((await over.send('GET', '/api/sessions/refresh-user-session')).status).toBe(401)
  })

  it('returns the theme of the primary network, and the default one without a session', async () => {
    const themeOf = async (client: Client) =>
      ((await client.send('GET', '/api/theme')).body as { data: { theme: string } }).data.theme
    expect(await themeOf(await testServer.member(demoMembers.member))).toBe('legal')
    expect(await themeOf(await testServer.member(demoMembers.finance))).toBe('cfo')
    expect(await themeOf(await testServer.member(demoMembers.executive))).toBe('executive')
    expect(['cfo', 'legal', 'executive', 'thesuite']).toContain(await themeOf(testServer.anonymous()))
  })
})

describe('signing out', () => {
  it('ends the session at once, here and for whoever copied the cookie', async () => {
    const helen = await testServer.member(demoMembers.member)
    const copy = testServer.anonymous()
    for (const [name, value] of helen.cookies) copy.cookies.set(name, value)
    await copy.ask(InitialUser, {})
    expect((await helen.send('POST', '/api/auth/logout')).status).toBe(200)
    expect(helen.cookies.has(SESSION)).toBe(false)
    expect(await copy.op(InitialUser, {})).toMatchObject({ status: 401 })
  })
})

describe('the list of sessions', () => {
  const list = async (client: Client) =>
    ((await client.send('GET', '/api/sessions')).body as { data: { id: number; current: boolean }[] }).data

  it('shows one’s own, the present one first, and ends another', async () => {
    const [here, there, other] = [
      await testServer.member(demoMembers.groupAdmin),
      await testServer.member(demoMembers.groupAdmin),
      await testServer.member(demoMembers.finance),
    ]
    const sessions = await list(here)
    expect(sessions).toHaveLength(2)
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({
      user_agent: 'tests',
      ip_address: '127.0.0.1',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await here.send('DELETE', `/api/sessions/${sessions[1]!.id}`)).status).toBe(200)
    expect(await there.op(InitialUser, {})).toMatchObject({ status: 401 })
    expect(await list(here)).toHaveLength(1)
    expect((await other.send('DELETE', `/api/sessions/${sessions[0]!.id}`)).status).toBe(404)
    await here.ask(InitialUser, {})
  })

  it.each(['0', '-1', 'abc', '9007199254740993', '1%27%20or%201=1'])('does not know the session %s', async (id) => {
    const helen = await testServer.member(demoMembers.member)
    expect((await helen.send('DELETE', `/api/sessions/${id}`)).status).toBe(404)
  })

  it('is closed without a session', async () => {
    expect((await testServer.anonymous().send('GET', '/api/sessions')).status).toBe(401)
  })
})

describe('a change from another site (threat 16, CALL-xsrf)', async () => {
  const helen = await testServer.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const body = () => ({ variables: { topic: 'Forged', body: '<p>x</p>', idempotency_key: newKey() } })
  const others = marcus.cookies.get('XSRF-TOKEN')
  const path = `/api/graphql/${CreateThread.name}`

  it.each([
    ['without the token', { 'x-xsrf-token': undefined }],
    ['with an empty token', { 'x-xsrf-token': '' }],
    ['with the token of another member', { 'x-xsrf-token': others }],
    ['with a token of nobody', { 'x-xsrf-token': 'x'.repeat(others!.length) }],
    ['from another origin', { origin: 'https://evil.test' }],
    ['from an opaque origin', { origin: 'null' }],
    ['from an origin that begins like ours', { origin: `${testServer.url}.evil.test` }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ])('%s is refused and writes no row', async (_, headers) => {
    const before = await testServer.sql('select count(*) from threads')
    const answer = await helen.send('POST', path, {
      text: JSON.stringify(body()),
      headers: headers as Record<string, string>,
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'session.xsrf' } }] })
    expect(await testServer.sql('select count(*) from threads')).toEqual(before)
  })

  it('as GET is refused', async () => {
    expect(
      (await helen.send('GET', `${path}?variables=${encodeURIComponent(JSON.stringify(body().variables))}`)).status,
    ).toBe(403)
  })

  it('by PUT or PATCH finds nothing', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await helen.send(method, path, { body: body() })).status).toBe(404)
  })

  it('is refused for signing in, signing out and ending sessions too', async () => {
    for (const [method, address] of [
      ['POST', '/api/auth/login'],
      ['POST', '/api/auth/logout'],
      ['DELETE', '/api/sessions/1'],
      ['POST', '/api/tracking/analytics-event'],
    ] as const)
      expect(
        (
          await helen.send(method, address, {
            body: { email: demoMembers.member, password: DEMO_PASSWORD },
            headers: { 'x-xsrf-token': others },
          })
        ).status,
      ).toBe(403)
    await helen.ask(InitialUser, {})
  })

  it('with the right token from our own origin is welcome', async () => {
    const answer = await helen.send('POST', path, {
      body: body(),
      headers: { origin: testServer.url, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.body).toMatchObject({ data: { createThread: { topic: 'Forged' } } })
  })
})

describe('a member suspended in the middle (threats 22 and 24)', () => {
  it('is out of the API and the stream within five seconds, and back when the suspension ends', async () => {
    const nathan = await testServer.member(demoMembers.trial)
    await nathan.ask(InitialUser, {})
    const stream = await nathan.stream()
    await testServer.sql('update users set suspended = true where id = $1', [nathan.id])
    const began = performance.now()
    await waitFor('the API to refuse', async () => (await nathan.op(InitialUser, {})).status === 401, {
      within: 5_000,
      every: 50,
    })
    await stream.next(({ event }) => event === 'ended', 5_000)
    await waitFor('the stream to close', () => !stream.isOpen(), { within: 1_000 })
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await nathan.op(ReplyToThread, { thread_id: 1, body: 'x', idempotency_key: newKey() })).toMatchObject({
      status: 401,
    })
    expect((await nathan.send('GET', '/api/live')).text).toBe('event: ended\ndata: {}\n\n')
    expect((await nathan.send('GET', '/api/attachments/1')).status).toBe(401)
    expect(await nathan.op(thread, { id: 1 })).toMatchObject({ status: 401 })
  })
})
