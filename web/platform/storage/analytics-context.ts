/** Analytics data on the device: its session, the running A/B tests, and metadata of the visit. */
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { log } from '#web/platform/log.ts'

/** Parses stored text as an object; invalid JSON is logged and ignored. */
export function parseStored(text: string | null, name: string): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    log.warn(`The stored ${name} can’t be read.`, error)
    return {}
  }
}

export const storedMetadata = () => parseStored(readString(STORAGE_KEYS.analyticsMetadata), 'analytics metadata')
export const storedAbtests = () => parseStored(readString(STORAGE_KEYS.abtests), 'A/B tests')
export const storedSession = (): string | null => readString(STORAGE_KEYS.analyticsSession)

/** Sent with every operation. */
export function analyticsHeaders(): Record<string, string> {
  const session = storedSession()
  return { ...(session ? { 'X-Analytics-Session-Id': session } : {}), 'X-AB-Tests': asciiJson(storedAbtests()) }
}

/** Headers carry ASCII only. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
