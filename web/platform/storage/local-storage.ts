/**
 * Local storage that never throws: private windows and full disks refuse it, and nothing here is worth an
 * error page. Keys are those of the product, shared with its earlier visits.
 */
export const STORAGE_KEYS = {
  version: 'version',
  theme: 'THEME',
  analyticsMetadata: 'analytics_metadata',
  abtests: 'abtests',
  analyticsSession: 'analytics_session_id',
  /** The member whose reading this device keeps. */
  offline: 'offline_reading',
  /** The member who is called on this device. */
  push: 'push_member',
  closedOnboardingChecklist: 'hasClosedOnboardingChecklist',
} as const

/** What this member has sent and what has not arrived. */
export const outboxKey = (memberId: number) => `counterpart.outbox.${memberId}`

export function readString(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeString(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept for this page only.
  }
}

/** What was kept to be read without a connection belongs to a session, and goes with it. */
export function clearOfflineCache(): void {
  if ('caches' in globalThis) void caches.delete('offline').catch(() => {})
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
