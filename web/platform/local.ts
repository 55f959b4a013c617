/**
 * Local storage that never throws: private windows and full disks refuse it, and nothing here is worth an
 * error page. Keys are those of the product, shared with its earlier visits.
 */
export const LOCAL_KEYS = {
  version: 'version',
  theme: 'THEME',
  analyticsMetadata: 'analytics_metadata',
  abtests: 'abtests',
  analyticsSession: 'analytics_session_id',
  closedOnboardingChecklist: 'hasClosedOnboardingChecklist',
} as const

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept for this page only.
  }
}

/** Everything a member writes and has not sent is kept under keys that begin like this. */
const WRITTEN = 'counterpart.'

export function unsentCount(): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(WRITTEN)).length
  } catch {
    return 0
  }
}

/** Who signs out may leave the device to somebody else: what was written for peers must not stay behind. */
export function forgetUnsent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(WRITTEN)) localStorage.removeItem(key)
  } catch {
    // Nothing could be stored either, so nothing is left behind.
  }
}

/** A choice that the server must know before it renders: a cookie for a year. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

export function readCookie(name: string, cookies = document.cookie): string | null {
  for (const pair of cookies.split('; ')) {
    const [key, value = ''] = pair.split(/=(.*)/s, 2)
    if (key !== name) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}
