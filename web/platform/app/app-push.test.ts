import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ANSWER_WITHIN_MS,
  APP_PUSH_EVENT,
  enableAppPush,
  appPushState,
  refreshAppPush,
  disableAppPush,
} from '#web/platform/app/app-push.ts'
import { fakeBrowser, fakeServer, type FakeBrowser } from '#web/platform/api/browser-stub.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'

const HELEN = 7
let page: EventTarget
let browser: FakeBrowser
/** What the app wrapper answers when the page asks for its push token. */
let answer: { token: string | null } | undefined
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  answer = { token: 'token-of-a-phone' }
  browser = fakeBrowser()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('CounterpartApp', { postMessage: () => answer && tell(answer) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const tell = (detail: unknown) => void page.dispatchEvent(new CustomEvent(APP_PUSH_EVENT, { detail }))
const called = (sent: { path: string }[], operation: string) =>
  sent.filter(({ path }) => path.endsWith(`/${operation}`))

test('is offered where the server calls apps, and only there', async () => {
  fakeServer({ data: { calls_apps: false } })
  expect(await appPushState(HELEN)).toBe('unsupported')
  fakeServer({ data: { calls_apps: true } })
  expect(await appPushState(HELEN)).toBe('off')
  browser.stored.set(STORAGE_KEYS.push, String(HELEN))
  expect([await appPushState(HELEN), await appPushState(HELEN + 1)]).toEqual(['on', 'off'])
})

test('hands the token over for the member who asked', async () => {
  const sent = fakeServer({ data: { registerPushDevice: { id: 1 } } })
  expect(await enableAppPush(HELEN)).toBe('on')
  expect(sent[0]!.body).toEqual({ variables: { kind: 'app', endpoint: 'token-of-a-phone' } })
  expect(browser.stored.get(STORAGE_KEYS.push)).toBe(String(HELEN))
})

test.each([
  [{ token: null }, 'blocked'],
  [{ token: '' }, 'blocked'],
])('says what the device answers: %j', async (given, state) => {
  answer = given
  const sent = fakeServer({ data: {} })
  expect(await enableAppPush(HELEN)).toBe(state)
  expect(sent).toEqual([])
})

test('says that an app which does not know the question is silent', async () => {
  answer = undefined
  const asked = enableAppPush(HELEN)
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS)
  expect(await asked).toBe('silent')
  expect(browser.stored.get(STORAGE_KEYS.push)).toBeUndefined()
})

test('keeps a renewed token, and none once it was stopped', async () => {
  browser.stored.set(STORAGE_KEYS.push, String(HELEN))
  const sent = fakeServer({ data: { registerPushDevice: { id: 1 }, removePushDevice: 1 } })
  refreshAppPush()
  tell({ token: 'a-newer-token' })
  await vi.waitFor(() => expect(called(sent, 'RegisterPushDevice')).toHaveLength(2))
  expect(await disableAppPush()).toBe('off')
  tell({ token: 'one-more' })
  await vi.advanceTimersByTimeAsync(100)
  expect(called(sent, 'RegisterPushDevice')).toHaveLength(2)
  expect(called(sent, 'RemovePushDevice')).toHaveLength(1)
})
