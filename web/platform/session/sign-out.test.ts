import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser, fakeServer } from '#web/platform/api/browser-stub.ts'
import { signOut } from '#web/platform/session/sign-out.ts'

afterEach(() => vi.unstubAllGlobals())

test('what the page shows stays until the sign-in page comes, and is then gone', async () => {
  const { visited } = fakeBrowser()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const sent = fakeServer(undefined, 204)
  const client = new QueryClient()
  client.setQueryData(['InitialUser', {}], { viewer: { id: 7 } })
  await signOut(client)
  expect(sent).toMatchObject([{ method: 'POST', path: '/api/auth/logout' }])
  expect(visited).toEqual(['/auth/login'])
  expect(client.getQueryData(['InitialUser', {}])).toEqual({ viewer: { id: 7 } })
  page.dispatchEvent(new Event('pagehide'))
  expect(client.getQueryData(['InitialUser', {}])).toBeUndefined()
})
