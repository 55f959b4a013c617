import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'
import { redirectWhenSignedOut, stopLoginRedirects } from '#web/platform/api/redirect-to-login.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = { status: 401, code: 'unauthenticated' }

test('a request that is refused while the member signs out does not say that the session expired', () => {
  const { visited } = fakeBrowser('https://peers.example.org/feed/12')
  const resume = stopLoginRedirects()
  redirectWhenSignedOut(refused)
  expect(visited).toEqual([])
  resume()
  redirectWhenSignedOut(refused)
  expect(visited).toEqual(['/auth/login?session_expired=true&next=%2Ffeed%2F12'])
})
