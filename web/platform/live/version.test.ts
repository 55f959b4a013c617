import { beforeAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser, fakeServer, type FakeBrowser, type SentCall } from '#web/platform/api/browser-stub.ts'
import { checkVersion, setServerVersion } from '#web/platform/live/version.ts'

let browser: FakeBrowser
let sent: SentCall[]
beforeEach(() => {
  browser = fakeBrowser()
  sent = fakeServer(undefined, 204)
  setServerVersion('two')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const check = async () => {
  const checked = checkVersion()
  await vi.runAllTimersAsync()
  await checked
}

test('the first version seen is stored, without a reload (STATE-version-first, FIELD-local_storage.version)', async () => {
  await check()
  expect(browser).toMatchObject({ reloads: 0 })
  expect(browser.stored.get('version')).toBe('two')
  expect(sent).toEqual([])
})

// Load this module first: otherwise the first event imports it.
beforeAll(() => import('#web/platform/analytics/send-analytics.ts'))

test('another version is recorded, stored, and then loaded (STATE-version-changed, ANALYTICS-new-frontend-reloaded)', async () => {
  browser.stored.set('version', 'one')
  const order: string[] = []
  const storage = { setItem: localStorage.setItem, getItem: localStorage.getItem }
  vi.stubGlobal('localStorage', {
    getItem: storage.getItem,
    setItem: (key: string, value: string) => {
      order.push(`store ${value}`)
      storage.setItem(key, value)
    },
  })
  const answer = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    order.push('record')
    return answer(path, init)
  })
  location.reload = () => void order.push('reload')
  await check()
  expect(order).toEqual(['record', 'store two', 'reload'])
  expect(sent[0]).toMatchObject({
    path: '/api/tracking/analytics-event',
    body: { key: 'new-frontend-reloaded', data: { old_version: 'one', new_version: 'two' } },
  })
})

test('the same version changes nothing', async () => {
  browser.stored.set('version', 'two')
  await check()
  expect([browser.reloads, sent.length]).toEqual([0, 0])
})

test('a storage that keeps nothing does not reload for ever', async () => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'version' ? 'one' : null), setItem: () => {} })
  await check()
  expect(browser.reloads).toBe(0)
})

test('the version comes with the page until the stream names a newer one (FIELD-page_props.version)', async () => {
  vi.resetModules()
  const fresh = await import('#web/platform/live/version.ts')
  const props = await import('#web/platform/page-props.ts')
  props.setPageProps({
    version: 'of the page',
    theme: null,
    supportEmail: '',
    maintenance: '',
    analyticsWriteKey: null,
    logLevel: 7,
    mailDomain: 'counterpart.test',
    demoAccounts: null,
    demoPassword: null,
  })
  await fresh.checkVersion()
  expect(browser.stored.get('version')).toBe('of the page')
})
