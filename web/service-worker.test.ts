/** What a push shows on a device, and where touching it leads. The push service itself is met in tests/api. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

type Handler = (event: never) => void
const handlers = new Map<string, Handler>()
const showNotification = vi.fn((_title: string, _options: NotificationOptions) => Promise.resolve())
const openWindow = vi.fn((_url: string) => Promise.resolve())
const windows: { focus: () => Promise<void>; navigate: (url: string) => Promise<void> }[] = []

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (type: string, handler: Handler) => handlers.set(type, handler))
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve(windows), openWindow })
  vi.stubGlobal('location', { origin: 'https://counterpart.test' })
  vi.stubGlobal('navigator', {})
  await import('./service-worker.ts')
})
afterAll(() => vi.unstubAllGlobals())

/** Tells the worker of something and waits until it has done what it began. */
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
