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

test('a device that is turned off while it is registered again stays off', async () => {
  const arrived: string[] = []
  let letRegister = () => {}
  vi.stubGlobal('fetch', async (path: string) => {
    const operation = path.split('/').at(-1)!
    if (operation === 'RegisterPushDevice') await new Promise<void>((resolve) => (letRegister = resolve))
    arrived.push(operation)
    return Response.json({ data: { registerPushDevice: { id: 1 }, removePushDevice: 1 } })
  })
  const refreshed = refreshPush()
  const disabled = disablePush()
  await vi.waitFor(() => {
    letRegister()
    expect(arrived).toHaveLength(2)
  })
  await refreshed
  expect(await disabled).toBe('off')
  expect(arrived).toEqual(['RegisterPushDevice', 'RemovePushDevice'])
  expect([isSubscribed, browser.stored.get(STORAGE_KEYS.push)]).toEqual([false, ''])
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
