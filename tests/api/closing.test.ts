/** The server shuts down quickly and reliably, whatever is connected to it. */
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { DRAIN_MS } from '#server/platform/http/graceful-close.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const helen = await testServer.member(demoMembers.member)
const cookie = [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
/** Far below the two minutes for which Node keeps an idle connection open. */
const AT_ONCE_MS = 2_000

/** Another server on the same database; `end` stops it and returns how long that took. */
async function openOther() {
  const database = await openDatabase(testServer.config)
  const application = await buildApp(testServer.config, database)
  application.app.get('/much', (_request, reply) => reply.send(Readable.from(endless())))
  const { port } = new URL(await application.app.listen({ port: 0, host: '127.0.0.1' }))
  const end = async () => {
    const began = performance.now()
    await application.close()
    const taken = performance.now() - began
    await database.close()
    return taken
  }
  return { application, port: Number(port), end }
}
const ended = (socket: Readable) =>
  socket.closed ? Promise.resolve() : new Promise<void>((resolve) => socket.once('close', () => resolve()))
function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024)
}
const ask = (port: number, path: string, agent?: http.Agent) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path, agent, headers: { cookie } }, resolve).on('error', reject)
  })

it('with connections that asked nothing, are kept alive, or read a stream', async () => {
  const { application, port, end } = await openOther()
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  const agent = new http.Agent({ keepAlive: true })
  const answer = await ask(port, '/healthz', agent)
  answer.resume()
  await once(answer, 'end')
  const stream = await ask(port, '/api/live')
  stream.resume()
  await once(stream, 'data')
  const { server } = application.app
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  expect(await connections()).toBe(3)
  expect(await end()).toBeLessThan(AT_ONCE_MS)
  await Promise.all([ended(silent), ended(stream)])
  agent.destroy()
})

it('after the answer to what was asked, which arrives whole', async () => {
  const { application, port, end } = await openOther()
  const asked = once(application.app.server, 'request')
  const holder = await testServer.database.connect()
  await holder.query('begin')
  await holder.query('lock table inbox_settings in access exclusive mode')
  const answer = fetch(`http://127.0.0.1:${port}/api/graphql/GetInboxNotificationSettings`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-xsrf-token': helen.cookies.get('XSRF-TOKEN')! },
    body: '{"variables":{}}',
  }).then((response) => response.json() as Promise<{ data: object }>)
  await asked
  const ending = end()
  // During shutdown, new connections are refused.
  const late = connect(port, '127.0.0.1')
  late.on('error', () => {})
  await ended(late)
  await holder.query('commit')
  await holder.end()
  expect((await answer).data).toHaveProperty('inbox_notification_settings')
  expect(await ending).toBeLessThan(DRAIN_MS)
})

it('after what arrives on an open connection a moment later is answered', async () => {
  const { application, port, end } = await openOther()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const first = await ask(port, '/healthz', agent)
  first.resume()
  await once(first, 'end')
  expect(first.headers.connection).toBe('keep-alive')
  const draining = application.drain()
  const second = await ask(port, '/healthz', agent)
  second.resume()
  await once(second, 'end')
  expect({ status: second.statusCode, connection: second.headers.connection }).toEqual({
    status: 200,
    connection: 'close',
  })
  // The agent has to open another connection now, and that is refused.
  await expect(ask(port, '/healthz', agent)).rejects.toThrow('ECONNREFUSED')
  await draining
  expect(await end()).toBeLessThan(AT_ONCE_MS)
  agent.destroy()
})

it('even when somebody never reads the answer', { timeout: 30_000 }, async () => {
  const { port, end } = await openOther()
  const greedy = connect(port, '127.0.0.1')
  greedy.on('error', () => {})
  greedy.write(`GET /much HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
  // The response has started, and from here on the client reads no more of it.
  await once(greedy, 'readable')
  const taken = await end()
  expect(taken).toBeGreaterThan(DRAIN_MS - 100)
  expect(taken).toBeLessThan(DRAIN_MS + AT_ONCE_MS)
  greedy.destroy()
})

let startedInTest: string
it('starts in a test of its own', async () => {
  startedInTest = (await startTestServer()).url
  expect((await fetch(`${startedInTest}/healthz`)).status).toBe(200)
})
it('is gone after the test that started it', async () => {
  await expect(fetch(`${startedInTest}/healthz`)).rejects.toThrow()
})
