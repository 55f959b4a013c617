/** Single sign-on: who is signed in, who never is, and what a provider cannot obtain by cheating. */
import { beforeEach, describe, expect, it } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { encrypt } from '#server/platform/encryption.ts'
import { demoMembers } from '../demo-members.ts'
import { startOpenIdProvider } from '../harness/openid-provider.ts'
import { DESK, isSignedIn, LOGIN, locationOf, PATH, post, signOnOf } from '../harness/single-sign-on.ts'
import { SECRET, startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { totpOf } from '../harness/totp.ts'

const testServer = await startTestServer({ SINGLE_SIGN_ON_TO_PRIVATE: 'on', LOGIN_ATTEMPTS: '10000' })
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const { legal, finance } = await networkIds(testServer)
const bar = await startOpenIdProvider()

const sso = signOnOf(testServer, { owner: ruth, bar, network: legal })
const { values, newProvider, visitProvider, signOn, codeFor, connect } = sso
const refusals = () =>
  testServer
    .sql<{ reason: string }>(
      `select facts ->> 'reason' as reason from security_events where facts ->> 'code' = 'single_sign_on' order by id`,
    )
    .then((rows) => rows.map(({ reason }) => reason))

beforeEach(sso.reset)

describe('a member', () => {
  it('confirms once by a code that names the provider, and is signed in from then on', async () => {
    const id = await newProvider()
    const client = testServer.anonymous()
    expect(await signOn(client, id, '/feed')).toBe('/auth/confirm-login?next=%2Ffeed')
    expect(await isSignedIn(client)).toBe(false)
    await client.send('GET', LOGIN)
    expect((await client.send('GET', '/api/auth/confirm-login')).body).toMatchObject({
      data: { kind: 'mail', connecting_to: 'State Bar' },
    })
    const { code, text } = await codeFor(demoMembers.member)
    expect(text).toContain('State Bar says that you are signing in')
    expect(text).not.toContain('password')
    // One press on a link would let in whoever began.
    expect(text).not.toContain('confirm-login')
    expect(await testServer.sql('select 1 from sign_in_confirmations where link_hash is not null')).toEqual([])
    expect((await post(client, '/api/auth/confirm-login', { code })).status).toBe(200)
    expect((await client.ask(InitialUser, {})).viewer.email).toBe(demoMembers.member)
    // Another browser, and another address at the provider: the subject counts.
    bar.person = { sub: 'bar-1', email: 'somebody.else@bar.test' }
    const later = testServer.anonymous()
    expect(await signOn(later, id, '/feed')).toBe('/feed')
    expect((await later.ask(InitialUser, {})).viewer.email).toBe(demoMembers.member)
  })

  it('is found by the address that the provider tells only when asked', async () => {
    bar.tells = 'userinfo'
    await connect(await newProvider())
    expect(bar.calls).toContain('/userinfo')
  })

  it('who has not confirmed is signed in by no one', async () => {
    const id = await newProvider()
    for (let time = 0; time < 2; time++) expect(await signOn(testServer.anonymous(), id)).toBe('/auth/confirm-login')
    expect((await helen.send('GET', PATH)).body).toEqual({ data: [] })
  })

  it('sees who signs them in, and ends it', async () => {
    const id = await newProvider()
    await connect(id)
    const [own] = ((await helen.send('GET', PATH)).body as { data: { id: number; name: string }[] }).data
    expect(own).toMatchObject({ name: 'State Bar', last_used_at: expect.any(String) })
    expect((await ruth.send('DELETE', `${PATH}/${own!.id}`)).status).toBe(404)
    expect((await helen.send('DELETE', `${PATH}/${own!.id}`)).status).toBe(200)
    expect((await testServer.anonymous().send('GET', PATH)).status).toBe(401)
    expect(await signOn(testServer.anonymous(), id)).toBe('/auth/confirm-login')
  })

  it('with two-step sign-in still enters its code', async () => {
    const id = await newProvider()
    await connect(id)
    await testServer.sql(`insert into two_steps (user_id, secret, confirmed_at) values ($1, 'x', now())`, [helen.id])
    const client = testServer.anonymous()
    expect(await signOn(client, id)).toBe('/auth/confirm-login')
    expect(await isSignedIn(client)).toBe(false)
    expect((await client.send('GET', '/api/auth/confirm-login')).body).toMatchObject({
      data: { kind: 'totp', connecting_to: null },
    })
    await testServer.sql(`delete from two_steps where user_id = $1`, [helen.id])
  })

  it('with two-step sign-in confirms a provider by its code, and gets an email that it can sign them in', async () => {
    const id = await newProvider()
    const secret = Buffer.from('12345678901234567890')
    const kept = encrypt({ secret: SECRET, purpose: 'authenticator secrets', row: helen.id }, secret)
    await testServer.sql(
      `insert into two_steps (user_id, secret, confirmed_at) values ($1, $2, now()) on conflict (user_id) do update set secret = excluded.secret`,
      [helen.id, kept],
    )
    const client = testServer.anonymous()
    expect(await signOn(client, id)).toBe('/auth/confirm-login')
    await client.send('GET', LOGIN)
    const code = totpOf(secret)
    expect((await post(client, '/api/auth/confirm-login', { code })).status).toBe(200)
    await testServer.runJobs()
    expect(
      await testServer.sql(`select 1 from outgoing_mails where kind = 'alert-single-sign-on' and "to" = $1`, [
        demoMembers.member,
      ]),
    ).toHaveLength(1)
    await testServer.sql(`delete from two_steps where user_id = $1`, [helen.id])
  })

  it('whom the provider gave a new subject confirms it again, and the old one ends', async () => {
    const id = await newProvider()
    await connect(id)
    bar.person = { sub: 'bar-2', email: demoMembers.member }
    await connect(id)
    expect(await testServer.sql('select subject from single_sign_on_identities')).toEqual([{ subject: 'bar-2' }])
  })
})

describe('a provider signs in', () => {
  it.each([
    ['nobody who has no account', 'unknown@legal.test', 'no_such_member'],
    ['no staff', demoMembers.staff, 'staff'],
    ['no member of another network', 'member@finance.test', 'not_a_member'],
    ['nobody who is suspended', demoMembers.suspended, 'account'],
  ])('%s', async (_, email, reason) => {
    const id = await newProvider()
    bar.person = { sub: 'bar-x', email }
    const client = testServer.anonymous()
    const before = await refusals()
    expect(await signOn(client, id)).toBe(`${LOGIN}?error=sign_on_refused`)
    expect(await isSignedIn(client)).toBe(false)
    expect((await refusals()).slice(before.length)).toEqual([reason])
    expect(await testServer.sql('select 1 from single_sign_on_identities')).toEqual([])
  })

  it('nobody by an address that it has not verified', async () => {
    const id = await newProvider()
    bar.cheat = { claims: { email_verified: false } }
    expect(await signOn(testServer.anonymous(), id)).toBe(`${LOGIN}?error=sign_on_refused`)
  })

  it('nobody who is in another network as well, or joins one later', async () => {
    const id = await newProvider()
    await connect(id)
    await testServer.sql(`insert into peer_network_memberships (user_id, peer_network_id) values ($1, $2)`, [
      helen.id,
      finance,
    ])
    expect(await signOn(testServer.anonymous(), id)).toBe(`${LOGIN}?error=sign_on_refused`)
    await testServer.sql(`delete from peer_network_memberships where user_id = $1 and peer_network_id = $2`, [
      helen.id,
      finance,
    ])
    expect(await signOn(testServer.anonymous(), id)).toBe('/')
  })

  it('nobody once it is off, removed, or has another address', async () => {
    const id = await newProvider()
    await connect(id)
    const begun = testServer.anonymous()
    const answer = await visitProvider(begun, id)
    await post(ruth, `${DESK}/${id}`, { ...values(), enabled: false })
    expect(locationOf(await begun.send('GET', answer))).toBe(`${LOGIN}?error=sign_on_unavailable`)
    expect(locationOf(await testServer.anonymous().send('GET', `${PATH}/${id}`))).toBe(
      `${LOGIN}?error=sign_on_unavailable`,
    )
    const other = await startOpenIdProvider()
    other.person = bar.person
    await post(ruth, `${DESK}/${id}`, { ...values(), issuer: other.issuer })
    expect(await signOn(testServer.anonymous(), id)).toBe('/auth/confirm-login')
    await ruth.send('DELETE', `${DESK}/${id}`)
    expect(await testServer.sql('select 1 from single_sign_on_identities')).toEqual([])
    expect((await testServer.anonymous().send('GET', `${PATH}/${id}`)).status).toBe(302)
  })
})

describe('an answer is believed only', () => {
  const past = Math.floor(Date.now() / 1000) - 3_600
  it.each([
    ['of this attempt', { claims: { nonce: 'of another attempt' } }],
    ['for us', { claims: { aud: 'another client' } }],
    ['from this provider', { claims: { iss: 'https://other.test' } }],
    ['while it is valid', { claims: { exp: past, iat: past - 300 } }],
    ['with a signature', { signature: 'none' as const }],
    ['with the signature of the provider', { signature: 'foreign' as const }],
  ])('%s', async (_, cheat) => {
    const id = await newProvider()
    await connect(id)
    bar.cheat = cheat
    const client = testServer.anonymous()
    expect(await signOn(client, id)).toBe(`${LOGIN}?error=sign_on_unavailable`)
    expect(await isSignedIn(client)).toBe(false)
  })

  it('in the browser that asked, once, of the provider that was asked, with its state', async () => {
    const id = await newProvider()
    const second = await newProvider({ name: 'Second Bar' })
    await connect(id)
    const [client, other] = [testServer.anonymous(), testServer.anonymous()]
    const answer = await visitProvider(client, id)
    const over = `${LOGIN}?error=sign_on_over`
    expect(locationOf(await other.send('GET', answer))).toBe(over)
    // The mix-up: the answer of one provider at the address of the other.
    const mixed = answer.replace(`/${id}/callback`, `/${second}/callback`)
    const cookies = new Map(client.cookies)
    expect(locationOf(await client.send('GET', mixed))).toBe(over)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect(locationOf(await client.send('GET', answer.replace(/state=[^&]+/, 'state=x')))).toBe(
      `${LOGIN}?error=sign_on_unavailable`,
    )
    expect(await isSignedIn(client)).toBe(false)
    const again = await visitProvider(client, id)
    expect(locationOf(await client.send('GET', again))).toBe('/')
    expect(locationOf(await client.send('GET', again))).toBe(over)
  })

  it('with a cookie that we signed', async () => {
    const id = await newProvider()
    await connect(id)
    const client = testServer.anonymous()
    const answer = await visitProvider(client, id)
    const [name, value] = [...client.cookies].find(([each]) => each.includes('single-sign-on'))!
    client.cookies.set(name, `${value.startsWith('s') ? 't' : 's'}${value.slice(1)}`)
    expect(locationOf(await client.send('GET', answer))).toBe(`${LOGIN}?error=sign_on_over`)
  })

  it('when the person agreed there', async () => {
    const id = await newProvider()
    const client = testServer.anonymous()
    const state = new URL(await visitProvider(client, id), testServer.url).searchParams.get('state')!
    const declined = `${PATH}/${id}/callback?error=access_denied&state=${encodeURIComponent(state)}`
    expect(locationOf(await client.send('GET', declined))).toBe(`${LOGIN}?error=sign_on_cancelled`)
  })

  it('and leads to our own pages only', async () => {
    const id = await newProvider()
    await connect(id)
    for (const next of ['//evil.test', 'https://evil.test/', '/\\evil.test'])
      expect(await signOn(testServer.anonymous(), id, next)).toBe('/')
  })
})

describe('a provider that is away', () => {
  it.each(['error', 'redirect', 'endlessly'] as const)('%s: says so, and stores nothing', async (answers) => {
    const id = await newProvider()
    await connect(id)
    const client = testServer.anonymous()
    const answer = await visitProvider(client, id)
    bar.answers = answers
    expect(locationOf(await client.send('GET', answer))).toBe(`${LOGIN}?error=sign_on_unavailable`)
    expect(await isSignedIn(client)).toBe(false)
    expect(bar.calls).not.toContain('/elsewhere')
  })
})
