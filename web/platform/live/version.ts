/** A new version of the web app loads at the next route change, never while the member is writing. */
import { track } from '#web/platform/analytics/analytics.ts'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { pageProps } from '#web/platform/page-props.ts'

let served: string | undefined

/** Sets the version of the server, as reported by the live stream. */
export function setServerVersion(version: string | undefined): void {
  served = version ?? served
}

export type VersionStep = 'reload' | 'store' | 'nothing'
export function versionStep(stored: string | null, provided: string | undefined): VersionStep {
  if (!provided || stored === provided) return 'nothing'
  return stored ? 'reload' : 'store'
}

/**
 * Runs after each route change. The order matters: the event, then the storage, then the reload; otherwise it would
 * repeat.
 */
export async function checkVersion(): Promise<void> {
  const provided = served ?? pageProps()?.version
  const stored = readString(STORAGE_KEYS.version)
  const step = versionStep(stored, provided)
  if (step === 'nothing' || !provided) return
  if (step === 'store') return void writeString(STORAGE_KEYS.version, provided)
  const recorded = track('new-frontend-reloaded', { old_version: stored ?? '', new_version: provided })
  await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, 1_000))])
  writeString(STORAGE_KEYS.version, provided)
  // If storage did not save the version, the page would reload forever.
  if (readString(STORAGE_KEYS.version) === provided) location.reload()
}
