import { afterEach, expect, test, vi } from 'vitest'
import { DELETE, GET, POST } from '#web/platform/api/http.ts'

const answers = (status: number, body: string) =>
  vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response(body || null, { status })))
const use = (fetched: unknown, cookie = '') => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie })
}
afterEach(() => vi.unstubAllGlobals())

test('a call answers with a pair, below /api, as JSON with the token of the cookie', async () => {
  const fetched = answers(200, '{"data":1}')
  use(fetched, 'a=b; XSRF-TOKEN=to%2Fken')
  expect(await POST('/auth/login', { email: 'a' })).toEqual([{ data: 1 }, null])
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('/api/auth/login')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"email":"a"}',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': 'to/ken' },
  })
})

test('reading sends no token and an empty answer is null', async () => {
  const fetched = answers(204, '')
  use(fetched, 'XSRF-TOKEN=t')
  expect(await GET('/theme')).toEqual([null, null])
  expect(fetched.mock.calls[0]![1].headers).not.toHaveProperty('X-XSRF-TOKEN')
  await DELETE('/sessions/1')
  expect(fetched.mock.calls[1]![1].headers).toHaveProperty('X-XSRF-TOKEN', 't')
})

test.each([
  [400, '{"message":"No."}', 'bad_request', 'No.', 'bad_request'],
  [401, '{"message":"Sign in.","code":"session.none"}', 'bad_request', 'Sign in.', 'session.none'],
  [404, '', 'bad_request', 'Request failed with status code 404', 'bad_request'],
  [
    500,
    '{"errors":[{"message":"Broken","extensions":{"code":"internal","error_id":"e1"}}]}',
    'bad_response',
    'Broken',
    'internal',
  ],
  [503, '', 'bad_response', 'Request failed with status code 503', 'bad_response'],
])('status %i with %s is a %s', async (status, body, kind, message, code) => {
  use(answers(status, body))
  const [result, error] = await GET('/x')
  expect(result).toBeNull()
  expect(error).toMatchObject({ kind, message, code, status })
})

test('an answer that is not JSON is a bad response', async () => {
  use(answers(200, '<html>'))
  expect((await GET('/x'))[1]).toMatchObject({ kind: 'bad_response', status: 200 })
})

test('network error, abortion, timeout and cancellation are told apart', async () => {
  use(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await GET('/x'))[1]).toMatchObject({ kind: 'network', status: 0 })
  use(() => Promise.reject(new DOMException('aborted', 'AbortError')))
  expect((await GET('/x'))[1]).toMatchObject({ kind: 'aborted' })
  const hanging = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
  use(hanging)
  expect((await GET('/x', { timeoutMs: 10 }))[1]).toMatchObject({ kind: 'timeout' })
  const own = new AbortController()
  const waiting = GET('/x', { signal: own.signal })
  own.abort()
  expect((await waiting)[1]).toMatchObject({ kind: 'canceled' })
})

test('a path with a scheme is an unsupported protocol and is never fetched', async () => {
  const fetched = answers(200, '{}')
  use(fetched)
  for (const path of ['ftp://a.test/x', 'javascript:alert(1)', 'https://evil.test']) {
    expect((await GET(path))[1]).toMatchObject({ kind: 'unsupported_protocol' })
  }
  expect(fetched).not.toHaveBeenCalled()
})
