/** The way out. Who signs out may leave the device to somebody else, so nothing of theirs stays behind. */
import type { QueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { reportFailure } from '#web/platform/failures.ts'
import { POST } from '#web/platform/http.ts'
import { goingOut } from '#web/platform/leaving.ts'
import { forgetOffline, LOCAL_KEYS, writeLocal } from '#web/platform/local.ts'
import { toast } from '#web/platform/toasts.ts'

/** Everything a member writes and has not sent is kept under keys that begin like this; an outbox is a list. */
const WRITTEN = 'counterpart.'

/** The texts that signing out deletes. What is about to be sent is sent first. */
export function unsentCount(): number {
  try {
    const texts = writtenKeys().flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as unknown)
    return Math.max(0, texts.length - goingOut.size)
  } catch {
    return 0
  }
}

export async function signOut(client: QueryClient): Promise<void> {
  // Afterwards there is no session to send it with, and the next one here may be somebody else's.
  const sent = await Promise.all([...goingOut.values()].map((send) => send()))
  if (sent.includes(false))
    return void toast.error('You are still signed in', 'A reply could not be sent. Its text is kept in its thread.')
  const [, error] = await POST('/auth/logout', {})
  if (error && error.status !== 401) return reportFailure(error)
  forgetUnsent()
  forgetOffline()
  // Whoever signs in here next decides anew about being called.
  writeLocal(LOCAL_KEYS.push, '')
  client.clear()
  location.assign(ROUTES.login)
}

function forgetUnsent(): void {
  try {
    for (const key of writtenKeys()) localStorage.removeItem(key)
  } catch {
    // Nothing could be stored either, so nothing is left behind.
  }
}

const writtenKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(WRITTEN))
