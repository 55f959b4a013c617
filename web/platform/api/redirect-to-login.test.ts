import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'
import { goToLogin, redirectWhenSignedOut, stopLoginRedirects } from '#web/platform/api/redirect-to-login.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = { status: 401, code: 'unauthenticated' }

test('while the member signs out, nothing says that the session expired', () => {
  const { visited } = fakeBrowser('https://peers.example.org/feed/12')
  const resume = stopLoginRedirects()
  redirectWhenSignedOut(refused)
  // The live stream, which ends with the session, and the refresh of the session at the start of a page.
  goToLogin({ session_expired: 'true' })
  expect(visited).toEqual([])
  resume()
  redirectWhenSignedOut(refused)
  expect(visited).toEqual(['/auth/login?session_expired=true&next=%2Ffeed%2F12'])
})
