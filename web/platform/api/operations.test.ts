import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Operation } from '#api/operations.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'

const threads = { name: 'threads', kind: 'query' } as Operation<{ count: number }, { limit: number }>
const assign = vi.fn()
const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json({ data: { count: 3 } })))
const answer = (status: number, body: unknown) => fetched.mockResolvedValueOnce(Response.json(body, { status }))

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/feed/12', search: '', hash: '', assign })
  const stored: Record<string, string> = { analytics_session_id: 's1', abtests: '{"a":"é"}' }
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null, setItem: () => {} })
  assign.mockClear()
  fetched.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

test('a name and variables travel, with the analytics headers and no query text', async () => {
  expect(await execute(threads, { limit: 25 })).toEqual({ count: 3 })
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('/api/graphql/threads')
  expect(JSON.parse(init.body as string)).toEqual({ variables: { limit: 25 } })
  expect(init.headers).toMatchObject({ 'X-Analytics-Session-Id': 's1', 'X-AB-Tests': '{"a":"\\u00e9"}' })
})

test('results are cached by name and variables', () => {
  expect(operationQuery(threads, { limit: 25 }).queryKey).toEqual(['threads', { limit: 25 }])
})

test('the first error is thrown with its facts', async () => {
  const errors = [
    { message: 'The topic is empty.', extensions: { code: 'discussions.topic_empty', field: 'topic' } },
    { message: 'Second' },
  ]
  answer(200, { data: null, errors })
  await expect(execute(threads, { limit: 1 })).rejects.toMatchObject({
    message: 'The topic is empty.',
    code: 'discussions.topic_empty',
    field: 'topic',
    kind: 'bad_request',
  })
  expect(assign).not.toHaveBeenCalled()
})

test('a failure of the server carries its error id', async () => {
  answer(500, { data: null, errors: [{ message: 'Failed', extensions: { code: 'internal', error_id: 'e-7' } }] })
  await expect(execute(threads, { limit: 1 })).rejects.toMatchObject({
    kind: 'bad_response',
    errorId: 'e-7',
    status: 500,
  })
})

test.each([
  [401, 'session.none', '/auth/login?session_expired=true&next=%2Ffeed%2F12'],
  [429, 'request.many', '/auth/login?error=user_profile_error&next=%2Ffeed%2F12'],
  [200, 'authentication_failed', '/auth/login?error=user_profile_error&next=%2Ffeed%2F12'],
])('status %i with code %s leads to the sign-in page', async (status, code, target) => {
  answer(status, { data: null, errors: [{ message: 'No', extensions: { code } }] })
  await expect(execute(threads, { limit: 1 })).rejects.toMatchObject({ code })
  expect(assign).toHaveBeenCalledExactlyOnceWith(target)
})

test('a throttled operation answers 200 and leads nowhere', async () => {
  answer(200, { data: null, errors: [{ message: 'Slow down', extensions: { code: 'throttled' } }] })
  await expect(execute(threads, { limit: 1 })).rejects.toMatchObject({ code: 'throttled' })
  expect(assign).not.toHaveBeenCalled()
})

test('on the server the same options run in process', async () => {
  const executor = vi.fn(() => Promise.resolve({ data: { count: 9 } }))
  const client = createQueryClient(executor)
  expect(await client.fetchQuery(operationQuery(threads, { limit: 5 }))).toEqual({ count: 9 })
  expect(executor).toHaveBeenCalledWith('threads', { limit: 5 })
  expect(fetched).not.toHaveBeenCalled()
})
