/** The way out. Who signs out may leave the device to somebody else, so nothing of theirs stays behind. */
import type { QueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { POST } from '#web/platform/api/http.ts'
import { pendingRequests, stopLoginRedirects } from '#web/platform/api/redirect-to-login.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { keysWithPrefix, readJson, removeKey, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS, UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** The texts that signing out deletes; an outbox is a list of them. What is about to be sent is sent first. */
export function unsentCount(): number {
  const texts = keysWithPrefix(UNSENT_PREFIX).flatMap((key) => readJson<unknown>(key) ?? [])
  return Math.max(0, texts.length - pendingRequests.size)
}

export async function signOut(client: QueryClient): Promise<void> {
  // Afterwards there is no session to send it with, and the next one here may be somebody else's.
  const sent = await Promise.all([...pendingRequests.values()].map((send) => send()))
  if (sent.includes(false))
    return void toast.error(
      'You’re still signed in',
      'We couldn’t send one of your replies. Its text is saved in the discussion.',
    )
  // The answer also has the browser delete what this site has stored here, whatever we forget to.
  const resume = stopLoginRedirects()
  const [, error] = await POST('/auth/logout', {})
  if (error && error.status !== 401) {
    resume()
    return reportUnexpectedError(error)
  }
  for (const key of keysWithPrefix(UNSENT_PREFIX)) removeKey(key)
  clearOfflineCache()
  // Anyone who signs in here next decides anew about being called.
  writeString(STORAGE_KEYS.push, '')
  writeString(STORAGE_KEYS.offline, '')
  client.clear()
  location.assign(ROUTES.login)
}
