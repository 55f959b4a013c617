/** What a push notification shows, and where a click on it leads. The push service itself is tested in tests/api. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

type Handler = (event: never) => void
const handlers = new Map<string, Handler>()
const showNotification = vi.fn((_title: string, _options: NotificationOptions) => Promise.resolve())
const openWindow = vi.fn((_url: string) => Promise.resolve())
const windows: { focus: () => Promise<void>; navigate: (url: string) => Promise<void> }[] = []

const registerSync = vi.fn((_tag: string) => Promise.resolve())
const fetched = vi.fn((_request: unknown): Promise<unknown> => Promise.reject(new TypeError('no network')))
const kept = new Map<string, unknown>()
let hasStore = true
const answerOf = (path: string) => (kept.has(path) ? { json: () => Promise.resolve(kept.get(path)) } : undefined)
const store = {
  keys: () => Promise.resolve([...kept.keys()]),
  match: (path: string) => Promise.resolve(answerOf(path)),
  delete: (path: string) => Promise.resolve(kept.delete(path)),
}
const stores = {
  has: () => Promise.resolve(hasStore),
  open: () => Promise.resolve(store),
  match: (path: string) => Promise.resolve(answerOf(path)),
  delete: () => Promise.resolve(!(hasStore = false)),
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, handler: Handler) => handlers.set(type, handler))
  vi.stubGlobal('registration', { showNotification, sync: { register: registerSync } })
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve(windows), openWindow })
  vi.stubGlobal('location', { origin: 'https://counterpart.test' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('OFFLINE', { store: 'offline', feed: '/offline/feed', threads: '/offline/threads/', days: 7 })
  vi.stubGlobal('caches', stores)
  vi.stubGlobal('fetch', fetched)
  await import('./service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

/** Dispatches an event to the worker and waits for the work that it started. */
async function tell(type: string, facts: object): Promise<void> {
  const begun: Promise<unknown>[] = []
  handlers.get(type)!({ ...facts, waitUntil: (work: Promise<unknown>) => begun.push(work) } as never)
  await Promise.all(begun)
}

it('shows what was pushed and nothing more, one at a time', async () => {
  for (const count of [1, 2])
    await tell('push', {
      data: { json: () => ({ title: 'Counterpart', body: `You have ${count}`, path: '/notifications', count }) },
    })
  expect(showNotification.mock.calls).toEqual(
    ['You have 1', 'You have 2'].map((body) => [
      'Counterpart',
      { body, tag: 'notifications', data: { path: '/notifications' } },
    ]),
  )
})

it('shows nothing for a push without words', async () => {
  showNotification.mockClear()
  await tell('push', { data: null })
  expect(showNotification).not.toHaveBeenCalled()
})

it('opens what is touched in the window that is there, or in a new one, and never another site', async () => {
  const notification = (path: string) => ({ notification: { close: () => {}, data: { path } } })
  await tell('notificationclick', notification('/notifications'))
  expect(openWindow).toHaveBeenCalledWith('https://counterpart.test/notifications')
  await tell('notificationclick', notification('//elsewhere.test/'))
  expect(openWindow).toHaveBeenCalledTimes(1)
  const navigate = vi.fn((_url: string) => Promise.resolve())
  windows.push({ focus: () => Promise.resolve(), navigate })
  await tell('notificationclick', notification('/feed/2'))
  expect(navigate).toHaveBeenCalledWith('https://counterpart.test/feed/2')
})

/** Navigates as the browser does; returns the text of the page, or undefined if nothing is shown. */
async function visit(path: string): Promise<string | undefined> {
  let shown: Promise<Response> | undefined
  const begun: Promise<unknown>[] = []
  handlers.get('fetch')!({
    request: { mode: 'navigate', method: 'GET', url: `https://counterpart.test${path}` },
    respondWith: (answer: Promise<Response>) => (shown = answer),
    waitUntil: (work: Promise<unknown>) => begun.push(work),
  } as never)
  const answer = await shown!.catch(() => undefined)
  await Promise.all(begun)
  return answer?.text()
}
const feed = (days: number) => ({ kept_at: Date.now() - days * 86_400_000, entries: [] })

it('deletes what is too old, with a connection and without', async () => {
  for (const answers of [
    () => Promise.resolve(new Response('the page')),
    () => Promise.reject(new TypeError('away')),
  ]) {
    kept.clear()
    kept.set('/offline/owner', 7).set('/offline/feed', feed(6)).set('/offline/threads/1', feed(8))
    fetched.mockImplementationOnce(answers)
    await visit('/feed/2')
    expect([...kept.keys()]).toEqual(['/offline/owner', '/offline/feed'])
  }
})

it('asks after the session as soon as there is a connection again, and forgets everything when it has ended', async () => {
  kept.set('/offline/feed', feed(1))
  registerSync.mockClear()
  expect(await visit('/feed')).toContain('You’re offline.')
  expect(registerSync).toHaveBeenCalledWith('session')
  fetched.mockImplementationOnce(() => Promise.resolve({ status: 200 }))
  await tell('sync', { tag: 'session' })
  expect(hasStore).toBe(true)
  await expect(tell('sync', { tag: 'session' })).rejects.toThrow('no network')
  fetched.mockImplementationOnce(() => Promise.resolve({ status: 401 }))
  await tell('sync', { tag: 'session' })
  expect(hasStore).toBe(false)
})

it('forgets everything when a page leads to the sign-in page, before its script runs', async () => {
  hasStore = true
  fetched.mockImplementationOnce(() => Promise.resolve({ type: 'opaqueredirect', text: () => Promise.resolve('') }))
  fetched.mockImplementationOnce(() => Promise.resolve({ status: 401 }))
  await visit('/feed')
  expect(hasStore).toBe(false)
})
