/** One id leads from a request, as its proxy or its answer names it, to all that it caused in the log. */
import { request } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hearLog } from '#server/platform/log/log.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'

// Nothing listens on that port, so every email fails.
const testServer = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
const behindProxy = await startTestServer({ TRUST_PROXY: 'on' })
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)

interface Line {
  msg: string
  request_id?: string
  task?: string
  operation?: string
  error_id?: string
}
const texts: string[] = []
afterAll(hearLog((line) => texts.push(line)))
beforeEach(() => void texts.splice(0))
const lines = () => texts.map((text) => JSON.parse(text) as Line)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const GIVEN = '4bf92f3577b34da6a3ce929d0e0e4736'

const idOf = async (server: TestServer, given?: string) =>
  (await server.anonymous().send('GET', '/healthz', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
const call = (client: Client, name: string, variables: object) =>
  client.send('POST', `/api/graphql/${name}`, { body: { variables } })

/** While a table is away, what needs it fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await testServer.sql(`alter table ${table} rename to ${table}_away`)
  try {
    return await work()
  } finally {
    await testServer.sql(`alter table ${table}_away rename to ${table}`)
  }
}
const ownThread = async () =>
  (
    await testServer.sql<{ id: number }>(
      `select t.id from threads t join users u on u.id = t.author_id where u.email = $1 order by t.id limit 1`,
      [demoMembers.peer],
    )
  )[0]!.id
const reply = async (more: object = {}) =>
  call(helen, 'ReplyToThread', {
    thread_id: await ownThread(),
    body: '<p>kolibri8813 asks again.</p>',
    idempotency_key: newKey(),
    ...more,
  })

describe('the id of a request', () => {
  it('is a new one for each request of a client, whatever it sends', async () => {
    const ids = [await idOf(testServer), await idOf(testServer), await idOf(testServer, GIVEN)]
    for (const id of ids) expect(id).toMatch(UUID)
    expect(new Set(ids).size).toBe(3)
  })

  it('is that of a trusted proxy, if it is well formed', async () => {
    expect(await idOf(behindProxy, GIVEN)).toBe(GIVEN)
    for (const given of ['short', 'two words of text', `${GIVEN}","error":"`, 'a'.repeat(65)])
      expect(await idOf(behindProxy, given)).toMatch(UUID)
  })

  it('is in the log line of a failure, beside the id that the member is shown', async () => {
    const answer = await without('messages', reply)
    const { extensions } = (answer.body as { errors: [{ extensions: { error_id: string } }] }).errors[0]
    const failed = lines().find(({ msg }) => msg === 'request failed')
    expect(failed).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      error_id: extensions.error_id,
      operation: 'ReplyToThread',
    })
  })
})

describe('what a request causes', () => {
  it('has its id: the job that follows a reply', async () => {
    const answer = await reply()
    expect(answer.status).toBe(200)
    await without('notifications', () => testServer.runJobs())
    const jobs = lines().filter(({ msg, task }) => msg === 'job failed' && task?.startsWith('notifications:'))
    expect(jobs.length).toBeGreaterThan(0)
    for (const { request_id } of jobs) expect(request_id).toBe(answer.headers.get('x-request-id'))
    expect(texts.join('')).not.toContain('kolibri8813')
    expect(Object.keys(jobs[0]!).sort()).toEqual(['error', 'level', 'msg', 'request_id', 'task', 'time'])
  })

  it('has its id: what follows a request whose body comes later than its headers', async () => {
    await testServer.sql('delete from follow_ups')
    const body = JSON.stringify({
      variables: { thread_id: await ownThread(), body: '<p>Slowly.</p>', idempotency_key: newKey() },
    })
    const id = await new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-xsrf-token': helen.cookies.get('XSRF-TOKEN')!,
        cookie: [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        expect: '100-continue',
      }
      const sent = request(`${testServer.url}/api/graphql/ReplyToThread`, { method: 'POST', headers })
      sent.once('continue', () => sent.end(body))
      sent.once('response', (answer) => answer.resume().once('end', () => resolve(answer.headers['x-request-id'])))
      sent.once('error', reject)
      sent.flushHeaders()
    })
    const followed = await testServer.sql(`select distinct payload->>'request_id' as request_id from follow_ups`)
    expect(followed).toEqual([{ request_id: id }])
  })

  it('has its id: the email that is sent for it', async () => {
    const visitor = testServer.anonymous()
    await visitor.send('GET', '/auth/login')
    const asked = await visitor.send('POST', '/api/auth/forgot-password', { body: { email: demoMembers.peer } })
    expect(asked.status).toBe(200)
    await testServer.runJobs()
    const mails = lines().filter(({ msg, task }) => msg === 'job failed' && task === 'mailer:send')
    expect(mails.map(({ request_id }) => request_id)).toEqual([asked.headers.get('x-request-id')])
  })

  it('has its id through two jobs: the delivery of the notification that follows a reply', async () => {
    for (const table of ['notifications', 'follow_ups', 'graphile_worker._private_jobs'])
      await testServer.sql(`delete from ${table}`)
    const answer = await reply({
      body: `<p><span data-mention-id="${marcus.id}">@Somebody</span> kolibri8813 asks.</p>`,
      mentions: [marcus.id],
    })
    await testServer.runJobs()
    // Emails wait for a while, because the member may be reading.
    await testServer.sql(`update notification_facts set at = at - interval '1 day'`)
    await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
    await without('outgoing_mails', () => testServer.runJobs())
    const jobs = lines().filter(({ task }) => task === 'notifications:mail')
    expect(jobs.length).toBeGreaterThan(0)
    for (const { request_id } of jobs) expect(request_id).toBe(answer.headers.get('x-request-id'))
  })
})
