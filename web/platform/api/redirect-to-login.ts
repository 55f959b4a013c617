/** Redirects to the sign-in page. */
import { ROUTES, barePath, layoutOf, landingPage, safeNext } from '#shared/routes.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'

/** Unsent requests of this page, by key, with a function that sends each now; it resolves to false if that failed. */
export const pendingRequests = new Map<string, () => Promise<boolean>>()

let isSigningOut = false

/**
 * While the member signs out, a rejected request or the ended stream must not say that the session expired. Returns the
 * undo.
 */
export function stopLoginRedirects(): () => void {
  isSigningOut = true
  return () => {
    isSigningOut = false
  }
}

type LoginReason =
  | { session_expired: 'true' }
  | { error: 'user_profile_error' }
  | { message: string }
  | Record<never, never>

/** Navigates to the sign-in page, which returns here afterwards. */
export function goToLogin(reason: LoginReason = {}): void {
  const here = location.pathname + location.search
  if (isSigningOut || barePath(here) === ROUTES.login) return
  clearOfflineCache()
  const query = new URLSearchParams(reason)
  const next = safeNext(here + location.hash)
  if (layoutOf(here) === 'main' && next !== ROUTES.home) query.set('next', next)
  location.assign(query.size > 0 ? `${ROUTES.login}?${query}` : ROUTES.login)
}

/** Whether a failed refresh of the session leads to the sign-in page. */
export function isLoginRedirect(kind: string, path: string, redirecting: boolean): boolean {
  const page = barePath(path)
  return redirecting && kind !== 'network' && page !== ROUTES.serverError && page !== ROUTES.login
}

/** A 429 here means that the member's record is invalid: throttled operations return 200. */
export function redirectWhenSignedOut({ status, code }: { status: number; code: string }): void {
  if (isSigningOut) return
  if (status === 401) goToLogin({ session_expired: 'true' })
  else if (code === 'membership.expired') redirectToLogin('expired')
  else if (code === 'onboarding.unfinished') redirectToLogin('onboarding')
  else if (status === 429 || code === 'authentication_failed') goToLogin({ error: 'user_profile_error' })
}

/** Access ended, or onboarding is unfinished, while the page was open. */
function redirectToLogin(standing: 'expired' | 'onboarding'): void {
  const place = landingPage(standing, location.pathname)
  if (place) location.assign(place)
}
