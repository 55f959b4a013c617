/** What tests of single sign-on do: an owner adds a provider, and browsers go to it and back. */
import { expect } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from './client.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import type { TestServer } from './test-server.ts'

export const DESK = '/api/staff/single-sign-on'
export const PATH = '/api/auth/single-sign-on'
export const LOGIN = '/auth/login'

export const post = (client: Client, path: string, body: object) => client.send('POST', path, { body })
export const locationOf = (response: { headers: Headers }) => response.headers.get('location')!
export const isSignedIn = async (client: Client) => (await client.op(InitialUser, {})).status === 200

interface Options {
  owner: Client
  bar: OpenIdProvider
  /** Whose members sign in. */
  network: number
}

export function signOnOf(testServer: TestServer, { owner, bar, network }: Options) {
  const values = () => ({
    name: 'State Bar',
    issuer: bar.issuer,
    client_id: bar.clientId,
    client_secret: bar.clientSecret,
    enabled: true,
  })

  async function newProvider(changed: object = {}): Promise<number> {
    const { name, issuer } = { ...values(), ...changed }
    const made = await post(owner, DESK, { peer_network_id: network, name, issuer })
    const { id } = (made.body as { data: { id: number } }).data
    expect(await post(owner, `${DESK}/${id}`, { ...values(), ...changed })).toMatchObject({ status: 200 })
    return id
  }

  /** As a browser: to the provider, and back with what it answers. */
  async function visitProvider(client: Client, id: number, next = ''): Promise<string> {
    const begun = await client.send('GET', `${PATH}/${id}${next && `?next=${encodeURIComponent(next)}`}`)
    expect(begun.status).toBe(302)
    const answered = await fetch(locationOf(begun), { redirect: 'manual' })
    const { pathname, search } = new URL(locationOf(answered), testServer.url)
    return pathname + search
  }
  const signOn = async (client: Client, id: number, next = '') =>
    locationOf(await client.send('GET', await visitProvider(client, id, next)))

  async function codeFor(email: string): Promise<{ code: string; text: string }> {
    await testServer.runJobs()
    const [mail] = await testServer.sql<{ text: string }>(
      `select text from outgoing_mails where "to" = $1 and kind = 'sign-in-code' order by id desc limit 1`,
      [email],
    )
    return { code: /^ {4}(\d{6})$/m.exec(mail!.text)![1]!, text: mail!.text }
  }

  /** Signs in for the first time, and confirms it. */
  async function connect(id: number, email: string = demoMembers.member): Promise<Client> {
    const client = testServer.anonymous()
    expect(await signOn(client, id)).toBe('/auth/confirm-login')
    await client.send('GET', LOGIN)
    expect((await post(client, '/api/auth/confirm-login', { code: (await codeFor(email)).code })).status).toBe(200)
    return client
  }

  const reset = async () => {
    await testServer.sql('delete from single_sign_on_providers')
    Object.assign(bar, { person: { sub: 'bar-1', email: demoMembers.member }, cheat: {}, tells: 'token' })
    Object.assign(bar, { answers: 'normally', calls: [] })
  }
  return { values, newProvider, visitProvider, signOn, codeFor, connect, reset }
}
