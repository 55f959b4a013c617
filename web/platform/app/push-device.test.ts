import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { disablePush, refreshPush } from '#web/platform/app/push-device.ts'
import { fakeBrowser, type FakeBrowser } from '#web/platform/api/browser-stub.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'

let browser: FakeBrowser
let isSubscribed = true
beforeEach(() => {
  browser = fakeBrowser()
  browser.stored.set(STORAGE_KEYS.push, '7')
  isSubscribed = true
  const endpoint = 'https://push.test/device'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: {} }),
    unsubscribe: async () => ((isSubscribed = false), true),
  }
  const pushManager = { getSubscription: async () => (isSubscribed ? subscription : null) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
})
afterEach(() => vi.unstubAllGlobals())

/** The requests in the order in which they arrive: `slow` ones late. */
function slowServer(slow: string): string[] {
  const arrived: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const operation = path.split('/').at(-1)!
    for (let step = 0; operation === slow && step < 20; step++) await Promise.resolve()
    arrived.push(operation)
    return Response.json({ data: { registerPushDevice: { id: 1 }, removePushDevice: 1 } })
  })
  return arrived
}

test('a device that is turned off while it is registered again stays off', async () => {
  const arrived = slowServer('RegisterPushDevice')
  const [, state] = await Promise.all([refreshPush(), disablePush()])
  expect(state).toBe('off')
  expect(arrived).toEqual(['RegisterPushDevice', 'RemovePushDevice'])
  expect([isSubscribed, browser.stored.get(STORAGE_KEYS.push)]).toEqual([false, ''])
})

test('a device is not registered again while it is turned off', async () => {
  const arrived = slowServer('RemovePushDevice')
  await Promise.all([disablePush(), refreshPush()])
  expect(arrived).toEqual(['RemovePushDevice'])
})

test('a device can be turned off after registering it again failed', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    if (path.endsWith('/RegisterPushDevice')) throw new TypeError('offline')
    return Response.json({ data: { removePushDevice: 1 } })
  })
  await expect(refreshPush()).rejects.toThrow()
  expect(await disablePush()).toBe('off')
  expect(calls.at(-1)).toMatch(/RemovePushDevice$/)
})
