/** Members who add a passkey and sign in with it. */
import { DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'
import { answer, register, type Passkey } from './passkey.ts'

const originOf = (testServer: TestServer) => new URL(testServer.url).origin
const post = (testServer: TestServer, client: Client, path: string, body: object) =>
  client.send('POST', path, { body, headers: { origin: originOf(testServer) } })

export async function addPasskey(testServer: TestServer, client: Client): Promise<Passkey> {
  const { body } = await post(testServer, client, '/api/auth/passkeys/begin', { password: DEMO_PASSWORD })
  const { passkey, response } = register((body as { data: Parameters<typeof register>[0] }).data, originOf(testServer))
  const added = await post(testServer, client, '/api/auth/passkeys', { response, name: 'Laptop' })
  if (added.status !== 200) throw new Error(`The passkey was not added: ${added.text}`)
  return passkey
}

export async function enterByPasskey(testServer: TestServer, client: Client, passkey: Passkey) {
  await client.send('GET', '/auth/login')
  const { body } = await post(testServer, client, '/api/auth/passkey/options', {})
  const { challenge } = (body as { data: { challenge: string } }).data
  return post(testServer, client, '/api/auth/passkey', { response: answer(passkey, { challenge }) })
}
