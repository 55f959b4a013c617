/** Small rules of the platform, each defined once in its own file. */
import { afterEach, expect, test, vi } from 'vitest'
import { utmOf } from '#web/platform/analytics/analytics.ts'
import { parseStored } from '#web/platform/storage/analytics-context.ts'
import { parseDensity, parseColorScheme } from '#web/platform/session/display.ts'
import { UNEXPECTED_ERROR_TITLE, unexpectedErrorText } from '#web/platform/api/report-error.ts'
import { isLoginRedirect } from '#web/platform/api/redirect-to-login.ts'
import { DELAY_CAP_MS, reconnectDelay } from '#web/platform/live/live-stream.ts'
import { readCookie } from '#web/platform/storage/cookies.ts'
import { DEFAULT_LOG_LEVEL, LOG_LEVELS, log, setLogLevel } from '#web/platform/log.ts'
import { RESTORE_NEAR_PX, RESTORE_TRIES, restoreScroll, retryDelays } from '#web/platform/navigation/scrolling.ts'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search-params.ts'
import { themeOf } from '#web/platform/session/theme.ts'
import { versionStep } from '#web/platform/live/version.ts'

afterEach(() => {
  setLogLevel(DEFAULT_LOG_LEVEL)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a new version reloads, a first one is stored, the same or none changes nothing', () => {
  expect(versionStep('1', '2')).toBe('reload')
  expect(versionStep(null, '2')).toBe('store')
  expect(versionStep('2', '2')).toBe('nothing')
  expect(versionStep('2', undefined)).toBe('nothing')
  expect(versionStep('2', '')).toBe('nothing')
})

test('the theme comes from the device, else from the page, else it is asked for', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ data: { theme: 'cfo' } })))
  vi.stubGlobal('fetch', fetched)
  expect(await themeOf('legal', 'executive')).toBe('legal')
  expect(await themeOf('unknown', 'executive')).toBe('executive')
  expect(fetched).not.toHaveBeenCalled()
  expect(await themeOf(null, null)).toBe('cfo')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a failed refresh leads to the sign-in page, but never from there, from the error page or offline', () => {
  expect(isLoginRedirect('bad_request', '/feed', true)).toBe(true)
  expect(isLoginRedirect('network', '/feed', true)).toBe(false)
  expect(isLoginRedirect('bad_request', '/500/', true)).toBe(false)
  expect(isLoginRedirect('bad_request', '/auth/login?a=b', true)).toBe(false)
  expect(isLoginRedirect('bad_request', '/feed', false)).toBe(false)
})

test('the failure toast names support and the error', () => {
  expect(UNEXPECTED_ERROR_TITLE).toBe('An error has occurred')
  expect(unexpectedErrorText('legal@support.test', 'e-1')).toBe(
    'This error has been logged. If this is time-sensitive, please contact support at legal@support.test. Error ID: e-1.',
  )
})

test('the stream is tried again later and later, by chance within a half', () => {
  expect(reconnectDelay(0, 0)).toBe(500)
  expect(reconnectDelay(0, 1)).toBe(1_000)
  expect(reconnectDelay(3, 1)).toBe(8_000)
  expect(reconnectDelay(30, 1)).toBe(DELAY_CAP_MS)
})

test('a place is restored in up to five tries with growing waits', async () => {
  expect([RESTORE_TRIES, RESTORE_NEAR_PX]).toEqual([5, 10])
  const waits = retryDelays()
  expect(waits).toHaveLength(4)
  expect(waits.every((wait, index) => index === 0 || wait > waits[index - 1]!)).toBe(true)
  let height = 0
  const tries: number[] = []
  const scroller = {
    get scrollTop() {
      return Math.min(height, 1_000)
    },
    set scrollTop(top: number) {
      tries.push(top)
      height += 400
    },
    addEventListener() {},
    removeEventListener() {},
  } as unknown as HTMLElement
  expect(await restoreScroll(1_000, scroller)).toBe(true)
  expect(tries).toHaveLength(3)
})

test('stored analytics that cannot be read are logged and ignored', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(parseStored('{"a":1}', 'x')).toEqual({ a: 1 })
  expect(parseStored('{', 'x')).toEqual({})
  expect(parseStored('4', 'x')).toEqual({})
  expect(parseStored(null, 'x')).toEqual({})
  expect(warn).toHaveBeenCalledOnce()
})

test('only utm parameters go along', () => {
  expect(utmOf('?utm_source=mail&utm_medium=digest&token=secret')).toEqual({ utm_source: 'mail', utm_medium: 'digest' })
})

test('log levels are those of syslog, and what lies above the level is silent', () => {
  expect(LOG_LEVELS).toEqual({ error: 3, warn: 4, info: 6, debug: 7 })
  expect(DEFAULT_LOG_LEVEL).toBe(7)
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  log.debug('seen')
  setLogLevel(3)
  log.debug('silent')
  log.error('seen')
  expect([debug.mock.calls.length, error.mock.calls.length]).toEqual([1, 1])
})

test('addresses carry plain text', () => {
  const search = { kind: 'polls', area: ['4', '9'], empty: '', none: undefined }
  expect(stringifySearch(search)).toBe('?kind=polls&area=4&area=9')
  expect(parseSearch('?kind=polls&area=4&area=9&next=%2Ffeed')).toEqual({
    kind: 'polls',
    area: ['4', '9'],
    next: '/feed',
  })
  expect(stringifySearch({})).toBe('')
})

test('choices from cookies are known words or the default', () => {
  expect(parseColorScheme('dark')).toBe('dark')
  expect(parseColorScheme('"><script>')).toBe('auto')
  expect(parseDensity('headlines')).toBe('headlines')
  expect(parseDensity(undefined)).toBe('full')
  expect(readCookie('B', 'A=1; B=a%20b; C=%')).toBe('a b')
  expect(readCookie('C', 'A=1; B=a%20b; C=%')).toBe('%')
  expect(readCookie('D', 'A=1')).toBeNull()
})
