import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser, fakeServer } from '#web/platform/api/browser-stub.ts'
import { initialUserQuery, refreshSession } from '#web/platform/session/session.ts'

afterEach(() => vi.unstubAllGlobals())

const REFUSED = { message: 'Your membership was paused.' }

test('the session is refreshed by a call without payload, and its tests are kept (CALL-get-refresh-session, FIELD-user_session.analytics_session_id, FIELD-user_session.abtests)', async () => {
  const { stored } = fakeBrowser()
  const user = { id: 7, first_name: 'Helen', last_name: 'Marsh', email: 'h@x.test' }
  const sent = fakeServer({ data: { ...user, analytics_session_id: 'session-7', abtests: { cover: 'b' } } })
  expect(await refreshSession()).toMatchObject(user)
  expect(sent).toMatchObject([{ method: 'GET', path: '/api/sessions/refresh-user-session', body: null }])
  expect([stored.get('analytics_session_id'), stored.get('abtests')]).toEqual(['session-7', '{"cover":"b"}'])
})

describe('a refresh that fails', () => {
  const after = async (href: string, options?: { redirecting: boolean }) => {
    const browser = fakeBrowser(href)
    expect(await refreshSession(options)).toBeNull()
    return browser.visited
  }

  test('leads to the sign-in page with the words of the server (ERR-session-refresh-failure, STATE-session-refresh)', async () => {
    fakeServer(REFUSED, 401)
    const [to] = await after('https://peers.example.org/feed/12')
    const query = new URL(to!, 'https://peers.example.org').searchParams
    expect(to).toMatch(/^\/auth\/login\?/)
    expect([query.get('message'), query.get('next')]).toEqual([REFUSED.message, '/feed/12'])
  })

  test('stays without a connection (RULE-session-refresh-no-redirect-network-error)', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await after('https://peers.example.org/feed')).toEqual([])
  })

  test('stays on the page for failures (RULE-session-refresh-no-redirect-on-500-page)', async () => {
    fakeServer(REFUSED, 401)
    expect(await after('https://peers.example.org/500?error_id=1')).toEqual([])
  })

  test('stays on the sign-in page (RULE-session-refresh-no-redirect-on-login-page)', async () => {
    fakeServer(REFUSED, 401)
    expect(await after('https://peers.example.org/auth/login/')).toEqual([])
  })

  test('stays where redirecting is off (RULE-session-refresh-no-redirect-redirecting-off)', async () => {
    fakeServer(REFUSED, 401)
    expect(await after('https://peers.example.org/feed', { redirecting: false })).toEqual([])
  })
})

test('the initial user is fresh for 5 minutes and kept for 30 (CONST-initial-user-query)', () => {
  expect(initialUserQuery).toMatchObject({ staleTime: 300_000, gcTime: 1_800_000, retry: false })
})
