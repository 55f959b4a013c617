/** Sign-out. The device may be shared, so none of the member's data stays on it. */
import type { QueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { POST } from '#web/platform/api/http.ts'
import { pendingRequests, stopLoginRedirects } from '#web/platform/api/redirect-to-login.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { keysWithPrefix, readJson, removeKey, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS, UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/**
 * The number of unsent texts that sign-out deletes; an outbox is a list of them. Pending requests are sent first, so
 * they do not count.
 */
export function unsentCount(): number {
  const texts = keysWithPrefix(UNSENT_PREFIX).flatMap((key) => readJson<unknown>(key) ?? [])
  return Math.max(0, texts.length - pendingRequests.size)
}

export async function signOut(client: QueryClient): Promise<void> {
  // Send them first: afterwards there is no session, and the next one may be another member's.
  const sent = await Promise.all([...pendingRequests.values()].map((send) => send()))
  if (sent.includes(false))
    return void toast.error(
      'You’re still signed in',
      'We couldn’t send one of your replies. Its text is saved in the discussion.',
    )
  // The response also makes the browser delete this site's data, including anything we forget.
  const resume = stopLoginRedirects()
  const [, error] = await POST('/auth/logout', {})
  if (error && error.status !== 401) {
    resume()
    return reportUnexpectedError(error)
  }
  for (const key of keysWithPrefix(UNSENT_PREFIX)) removeKey(key)
  clearOfflineCache()
  // The next member on this device decides separately about push notifications.
  writeString(STORAGE_KEYS.push, '')
  writeString(STORAGE_KEYS.offline, '')
  // Only when the page goes: until then it would ask for the member again, be refused, and show an error.
  addEventListener('pagehide', () => client.clear(), { once: true })
  location.assign(ROUTES.login)
}
