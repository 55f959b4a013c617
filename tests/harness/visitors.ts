/** Visitors of the auth pages: their emails, the token in them, and the forms they submit. */
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'

export const PASSWORD = 'a lantern over the harbour'
/** A 128-bit token, as it appears in a URL. */
export const tokenIn = (text: string) => /\/(?:invite|onboarding|trial)\/([\w-]{22})\b/.exec(text)![1]!
export const post = (client: Client, path: string, body: object) => client.send('POST', path, { body })

let guests = 0
export const newEmail = () => `guest-${(guests += 1)}@ostrander.test`

/** A visitor of the auth pages, with the cookie that forms need. */
export async function newVisitor(testServer: TestServer): Promise<Client> {
  const client = testServer.anonymous()
  await client.send('GET', '/auth/login')
  return client
}

export async function mailTo(testServer: TestServer, email: string) {
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ kind: string; subject: string; text: string }>(
    'select kind, subject, text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [email],
  )
  return mail
}

/** Starts onboarding with the link of an invitation. */
export async function begin(client: Client, token: string, more: object = {}) {
  const answer = await post(client, '/api/onboarding/begin', { token, first_name: 'Ada', last_name: 'Quist', ...more })
  client.id = (answer.body as { data?: { id: number } }).data?.id ?? 0
  return answer
}
export const choosePassword = (client: Client, more: object = {}) =>
  post(client, '/api/onboarding/password', {
    password: PASSWORD,
    terms_of_use: true,
    privacy_policy: true,
    ...more,
  })
export const showInvitation = (client: Client, token: string) =>
  client.send('GET', `/api/onboarding/invitations/${encodeURIComponent(token)}`)
