/** Passkeys: adding, naming and removing them, and signing in with one instead of the password or its second step. */
import { describe, expect, it } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { answer, register, type Passkey } from '../harness/passkey.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const careful = await startTestServer({ LOGIN_ATTEMPTS: '1000', CONFIRM_NEW_DEVICES: 'on' })

interface Options {
  challenge: string
  rp: { id: string }
  rpId?: string
  allowCredentials?: { id: string }[]
  excludeCredentials?: { id: string }[]
}
const origin = (where: TestServer) => where.url
const visitor = async (where: TestServer = testServer): Promise<Client> => {
  const client = where.anonymous()
  await client.send('GET', '/auth/login')
  return client
}
const post = (client: Client, path: string, body: object = {}, where: TestServer = testServer) =>
  client.send('POST', path, { body, headers: { origin: origin(where) } })
const begin = async (client: Client, where: TestServer = testServer) =>
  ((await post(client, '/api/auth/passkeys/begin', { password: DEMO_PASSWORD }, where)).body as { data: Options }).data
async function added(client: Client, name: string, where: TestServer = testServer): Promise<Passkey> {
  const { passkey, response } = register(await begin(client, where), origin(where))
  expect((await post(client, '/api/auth/passkeys', { response, name }, where)).status).toBe(200)
  return passkey
}
const listed = async (client: Client) =>
  (
    (await client.send('GET', '/api/auth/passkeys')).body as {
      data: { id: string; name: string; last_used_at: string }[]
    }
  ).data
const ask = async (client: Client) => ((await post(client, '/api/auth/passkey/options')).body as { data: Options }).data
const enter = (client: Client, response: object) => post(client, '/api/auth/passkey', { response })
const lastMail = async (to: string, where: TestServer = testServer) => {
  await where.runJobs()
  const [mail] = await where.sql<{ kind: string; text: string }>(
    'select kind, text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [to],
  )
  return mail
}
const refused = { status: 400, body: { code: 'accounts.passkey_refused' } }

describe('a passkey', async () => {
  const helen = await testServer.member(demoMembers.member)
  const laptop = await added(helen, 'Laptop')
  const phone = await added(helen, '')

  it('is added with the password, several of them, each with a name, and notified by email', async () => {
    expect((await listed(helen)).map(({ name }) => name)).toEqual(['Laptop', expect.any(String)])
    expect(await lastMail(demoMembers.member)).toMatchObject({ kind: 'alert-passkey' })
    expect((await begin(helen)).excludeCredentials?.map(({ id }) => id)).toEqual([laptop.id, phone.id])
    for (const password of ['wrong', ''])
      expect((await post(helen, '/api/auth/passkeys/begin', { password })).status).toBe(400)
    expect((await listed(await testServer.member(demoMembers.peer))).length).toBe(0)
  })

  it('lets its member in without a password, at a device that held nothing, once for each challenge', async () => {
    const client = await visitor()
    const options = await ask(client)
    expect(options.allowCredentials ?? []).toEqual([])
    const response = answer(laptop, options)
    const entered = await enter(client, response)
    expect(entered.body).toEqual({ data: { id: helen.id } })
    expect((await client.ask(InitialUser, {})).viewer.id).toBe(helen.id)
    expect((await listed(helen))[0]!.last_used_at).not.toBeNull()
    expect(await enter(await visitor(), response)).toMatchObject(refused)
  })

  it('is refused when the challenge is another one, too old, made up, or made for something else', async () => {
    const client = await visitor()
    expect(await enter(client, answer(laptop, { challenge: 'bWFkZSB1cA' }))).toMatchObject(refused)
    const old = await ask(client)
    await testServer.sql('update passkey_challenges set expires_at = now()')
    expect(await enter(client, answer(laptop, old))).toMatchObject(refused)
    expect(await enter(client, answer(laptop, await begin(helen)))).toMatchObject(refused)
    const taken = await ask(client)
    const answers = await Promise.all([answer(laptop, taken), answer(laptop, taken)].map((each) => enter(client, each)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('is refused when it is unknown, of another site, unverified, signed by another key, or a copy', async () => {
    const client = await visitor()
    const stranger = register(await begin(helen), origin(testServer)).passkey
    expect(await enter(client, answer(stranger, await ask(client)))).toMatchObject(refused)
    expect(await enter(client, answer({ ...laptop, origin: 'https://evil.test' }, await ask(client)))).toMatchObject(
      refused,
    )
    expect(await enter(client, answer({ ...laptop, rpId: 'evil.test' }, await ask(client)))).toMatchObject(refused)
    expect(await enter(client, answer(laptop, await ask(client), { isVerified: false }))).toMatchObject(refused)
    expect(
      await enter(client, answer({ ...laptop, privateKey: phone.privateKey, counter: 50 }, await ask(client))),
    ).toMatchObject(refused)
    expect(await enter(client, answer({ ...laptop, counter: 0 }, await ask(client)))).toMatchObject(refused)
    expect((await enter(client, answer({ ...laptop, counter: 60 }, await ask(client)))).status).toBe(200)
    for (const response of [{}, { id: '\u0000', response: {} }, { id: 'x', response: {} }])
      expect((await enter(client, response)).status).toBe(400)
  })

  it('is not registered twice, without its challenge, or unverified by its site', async () => {
    const options = await begin(helen)
    const { response } = register(options, origin(testServer))
    const away = register(options, 'https://evil.test').response
    expect(await post(helen, '/api/auth/passkeys', { response: away, name: 'Away' })).toMatchObject(refused)
    // The previous attempt used up the challenge.
    expect(await post(helen, '/api/auth/passkeys', { response, name: 'Late' })).toMatchObject(refused)
    const marcus = await testServer.member(demoMembers.peer)
    const ofHelen = register(await begin(helen), origin(testServer)).response
    expect(await post(marcus, '/api/auth/passkeys', { response: ofHelen, name: 'Not mine' })).toMatchObject(refused)
    const long = register(await begin(helen), origin(testServer)).response
    expect((await post(helen, '/api/auth/passkeys', { response: long, name: 'x'.repeat(61) })).body).toMatchObject({
      field: 'name',
    })
    expect(await listed(helen)).toHaveLength(2)
  })

  it('lets nobody in who is suspended', async () => {
    await testServer.sql('update users set suspended = true where id = $1', [helen.id])
    const client = await visitor()
    expect(await enter(client, answer({ ...phone, counter: 5 }, await ask(client)))).toMatchObject(refused)
    await testServer.sql('update users set suspended = false where id = $1', [helen.id])
  })

  it('is removed with the password, by its owner only, and opens nothing any more', async () => {
    const [first] = await listed(helen)
    const remove = (client: Client, password: string) =>
      post(client, `/api/auth/passkeys/${first!.id}/remove`, { password })
    expect((await remove(helen, 'wrong')).status).toBe(400)
    expect((await remove(await testServer.member(demoMembers.peer), DEMO_PASSWORD)).status).toBe(404)
    expect((await remove(helen, DEMO_PASSWORD)).status).toBe(200)
    expect(await lastMail(demoMembers.member)).toMatchObject({ kind: 'alert-passkey-removed' })
    const client = await visitor()
    expect(await enter(client, answer({ ...laptop, counter: 99 }, await ask(client)))).toMatchObject(refused)
    expect((await remove(helen, DEMO_PASSWORD)).status).toBe(404)
  })

  it('is nobody’s business without a session', async () => {
    const client = await visitor()
    expect((await client.send('GET', '/api/auth/passkeys')).status).toBe(401)
    for (const path of ['passkeys', 'passkeys/begin', 'passkeys/1/remove'])
      expect((await post(client, `/api/auth/${path}`, { password: 'x' })).status).toBe(401)
  })
})

describe('a passkey beside the password', async () => {
  const ingrid = await careful.member(demoMembers.executive)
  const key = await added(ingrid, 'Key', careful)
  const half = async () => {
    const client = await visitor(careful)
    expect((await client.signIn(demoMembers.executive, DEMO_PASSWORD)).body).toEqual({ data: { confirm: 'mail' } })
    return client
  }
  const options = async (client: Client) =>
    ((await post(client, '/api/auth/confirm-login/passkey-options', {}, careful)).body as { data: Options }).data
  const confirm = (client: Client, response: object) =>
    post(client, '/api/auth/confirm-login/passkey', { response }, careful)

  it('takes the place of the code, for the member who gave the password', async () => {
    const client = await half()
    expect((await client.send('GET', '/api/auth/confirm-login')).body).toMatchObject({ data: { has_passkeys: true } })
    const asked = await options(client)
    expect(asked.allowCredentials?.map(({ id }) => id)).toEqual([key.id])
    expect((await confirm(client, answer(key, asked))).body).toEqual({ data: { id: ingrid.id } })
    expect((await client.ask(InitialUser, {})).viewer.id).toBe(ingrid.id)
    expect((await confirm(client, answer(key, asked))).status).toBe(404)
  })

  it('of somebody else does not', async () => {
    const other = await added(await careful.member(demoMembers.peer), 'Other', careful)
    const client = await half()
    expect(await confirm(client, answer(other, await options(client)))).toMatchObject(refused)
    expect((await confirm(await visitor(careful), answer(key, await options(client)))).status).toBe(404)
  })
})
