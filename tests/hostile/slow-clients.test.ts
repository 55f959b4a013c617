/** Slow clients lose their connection after CUT_AFTER_MS, ample for honest ones, whether or not they are refused. */
import net from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'

const SOCKETS = 400
const CUT_AFTER_MS = 30_000
const QUICK_MS = 300

const testServer = await startTestServer()
const helen = await testServer.member(demoMembers.member)
const { hostname, port, host } = new URL(testServer.url)
const token = helen.cookies.get('XSRF-TOKEN')!
const cookie = [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

afterEach(() => void vi.useRealTimers())

const JSON_BODY = ['content-type: application/json', 'content-length: 1000']
/** Each starts a request body and never finishes it. */
const BEGUN: Record<string, readonly string[]> = {
  'a member who is heard': [
    'POST /api/graphql/InitialUser',
    ...JSON_BODY,
    `cookie: ${cookie}`,
    `x-xsrf-token: ${token}`,
  ],
  'a wrong token': ['POST /api/graphql/InitialUser', ...JSON_BODY, `cookie: ${cookie}`, 'x-xsrf-token: wrong'],
  'another site': ['POST /api/auth/login', ...JSON_BODY, 'origin: https://evil.test'],
  'another type': ['POST /api/auth/login', 'content-type: text/plain', 'content-length: 1000'],
  'no such address': ['POST /api/nothing-here', ...JSON_BODY],
  'pieces without an end': ['POST /api/auth/login', 'content-type: application/json', 'transfer-encoding: chunked'],
  'a file of a stranger': [
    'POST /api/uploads',
    'content-type: multipart/form-data; boundary=x',
    'content-length: 100000',
  ],
}

const begin = (lines: readonly string[]) => {
  const [first, ...headers] = lines
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  const isChunked = lines.some((line) => line.startsWith('transfer-encoding'))
  socket.write([`${first} HTTP/1.1`, `host: ${host}`, ...headers, '', isChunked ? '1\r\n{\r\n' : '{'].join('\r\n'))
  return socket
}

it(`cuts ${SOCKETS} of them after ${CUT_AFTER_MS / 1000} s, refused or not, and serves others meanwhile`, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const kinds = Object.entries(BEGUN)
  const sockets = Array.from({ length: SOCKETS }, (_, each) => {
    const [kind, lines] = kinds[each % kinds.length]!
    return { kind, socket: begin(lines) }
  })
  const connections = () =>
    new Promise<number>((resolve) => testServer.application.app.server.getConnections((_, count) => resolve(count)))
  await vi.waitUntil(async () => (await connections()) >= SOCKETS, { timeout: 10_000 })
  const times: number[] = []
  for (let each = 0; each < 40; each++) {
    const began = performance.now()
    await helen.ask(InitialUser, {})
    times.push(performance.now() - began)
  }
  expect(times.sort((one, other) => one - other)[37]).toBeLessThan(QUICK_MS)
  vi.advanceTimersByTime(CUT_AFTER_MS)
  vi.useRealTimers()
  const open = () => [...new Set(sockets.filter(({ socket }) => !socket.destroyed).map(({ kind }) => kind))]
  await waitFor('the cut', () => open().length === 0, { within: 3_000 }).catch(() => undefined)
  expect(open()).toEqual([])
})
