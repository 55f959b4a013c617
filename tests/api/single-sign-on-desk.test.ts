/** The desk of single sign-on: who may keep providers, and what is asked of them before they are on. */
import { beforeEach, describe, expect, it } from 'vitest'
import { PROVIDERS } from '#shared/single-sign-on.ts'
import { demoMembers } from '../demo-members.ts'
import { startOpenIdProvider } from '../harness/openid-provider.ts'
import { DESK, LOGIN, post, signOnOf } from '../harness/single-sign-on.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ SINGLE_SIGN_ON_TO_PRIVATE: 'on', LOGIN_ATTEMPTS: '10000' })
const strict = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const { legal, finance } = await networkIds(testServer)
const bar = await startOpenIdProvider()
const sso = signOnOf(testServer, { owner: ruth, bar, network: legal })
const { values, newProvider, connect } = sso

beforeEach(sso.reset)

describe('the desk', () => {
  it('is for owners of the network; to everyone else it does not exist', async () => {
    const id = await newProvider()
    const ownerOfFinance = await newStaff(testServer, { role: 'owner', network: finance })
    const refused = [helen, await newStaff(testServer, { role: 'moderator' }), testServer.anonymous()]
    for (const client of refused) {
      await client.send('GET', LOGIN)
      expect((await client.send('GET', DESK)).status).toBe(404)
      expect((await post(client, DESK, { peer_network_id: legal, ...values() })).status).toBe(404)
    }
    for (const client of [...refused, ownerOfFinance]) {
      expect((await post(client, `${DESK}/${id}`, values())).status).toBe(404)
      expect((await client.send('DELETE', `${DESK}/${id}`)).status).toBe(404)
    }
    expect((await post(ownerOfFinance, DESK, { peer_network_id: legal, ...values() })).status).toBe(404)
    expect((await ownerOfFinance.send('GET', DESK)).body).toMatchObject({
      data: { providers: [], networks: [{ id: finance }] },
    })
    expect((await ruth.send('GET', DESK)).body).toMatchObject({
      data: { providers: [{ id, enabled: true, has_secret: true, num_of_members: 0 }] },
    })
  })

  it('never shows a secret again, keeps it encrypted, and records who did what', async () => {
    const id = await newProvider()
    expect((await ruth.send('GET', DESK)).text).not.toContain(bar.clientSecret)
    await post(ruth, `${DESK}/${id}`, { ...values(), client_secret: '', name: 'Bar of the state' })
    await connect(id)
    const stored = await testServer.sql<{ text: string }>(
      `select row_to_json(p)::text as text from single_sign_on_providers p`,
    )
    expect(stored[0]!.text).not.toContain(bar.clientSecret)
    await ruth.send('DELETE', `${DESK}/${id}`)
    const acts = await testServer.sql<{ act: string; text: string }>(
      `select act, row_to_json(a)::text as text from staff_acts a where act like 'single_sign_on.%' and item_id = $1 order by id`,
      [id],
    )
    expect(acts.map(({ act }) => act.split('.')[1])).toEqual(['added', 'changed', 'changed', 'removed'])
    expect(JSON.stringify(acts)).not.toContain(bar.clientSecret)
  })

  it('turns on only what answers, with an ID and a secret', async () => {
    const id = await newProvider({ enabled: false, client_id: '', client_secret: '' })
    const on = (changed: object) => post(ruth, `${DESK}/${id}`, { ...values(), ...changed })
    expect((await on({ client_id: '' })).body).toMatchObject({ field: 'client_id' })
    expect((await on({ client_secret: '' })).body).toMatchObject({ field: 'client_secret' })
    expect((await on({ issuer: 'http://127.0.0.1:1' })).body).toMatchObject({
      field: 'issuer',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    // Who answers under another name is not the provider.
    bar.cheat = { metadata: { issuer: 'https://other.test' } }
    expect((await on({})).body).toMatchObject({ field: 'issuer' })
    bar.cheat = {}
    expect((await on({})).status).toBe(200)
    // The secret of one provider is not sent to another.
    const other = await startOpenIdProvider()
    expect((await on({ issuer: other.issuer, client_secret: '' })).body).toMatchObject({ field: 'client_secret' })
    expect(other.calls).toEqual([])
  })

  it('takes addresses of https and public servers', async () => {
    const owner = await strict.member(demoMembers.staff)
    const make = (issuer: string) => post(owner, DESK, { peer_network_id: legal, name: 'A', issuer })
    for (const issuer of ['http://example.org', 'https://user:word@example.org', 'https://example.org/?a', 'x', ''])
      expect([issuer, (await make(issuer)).body]).toMatchObject([issuer, { field: 'issuer' }])
    const made = (await make('https://127.0.0.1')).body as { data: { id: number } }
    expect(
      (await post(owner, `${DESK}/${made.data.id}`, { ...values(), issuer: 'https://127.0.0.1' })).body,
    ).toMatchObject({
      field: 'issuer',
      message: expect.stringContaining('not allowed'),
    })
  })

  it('holds a number of providers for each network, also when many are added at once', async () => {
    const { name, issuer } = values()
    const answers = await Promise.all(
      Array.from({ length: PROVIDERS + 3 }, () => post(ruth, DESK, { peer_network_id: legal, name, issuer })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PROVIDERS)
    expect((await post(ruth, DESK, { peer_network_id: finance, name: '', issuer })).body).toMatchObject({
      field: 'name',
    })
  })

  it('shows names to visitors only when they are on', async () => {
    await newProvider()
    await newProvider({ name: 'Second Bar', enabled: false })
    const page = (await testServer.anonymous().send('GET', LOGIN)).text
    expect(page).toContain('Sign in with')
    expect(page).toContain('State Bar')
    expect(page).not.toContain('Second Bar')
    expect(page).not.toContain(bar.issuer)
  })
})
