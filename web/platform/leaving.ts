/** The way to the sign-in page. */
import { ROUTES, barePath, layoutOf, placeOfStanding, safeNext } from '#shared/routes.ts'
import { forgetOffline } from '#web/platform/local.ts'

/** What this page is about to send, by key, and the act that sends it now; false when it did not get through. */
export const goingOut = new Map<string, () => Promise<boolean>>()

type LoginReason =
  { session_expired: 'true' } | { error: 'user_profile_error' } | { message: string } | Record<never, never>

/** Leaves the page for the sign-in page, which leads back here. */
export function goToLogin(reason: LoginReason = {}): void {
  const here = location.pathname + location.search
  if (barePath(here) === ROUTES.login) return
  forgetOffline()
  const query = new URLSearchParams(reason)
  if (layoutOf(here) === 'main' && safeNext(here) !== ROUTES.home) query.set('next', safeNext(here))
  location.assign(query.size > 0 ? `${ROUTES.login}?${query}` : ROUTES.login)
}

/** Whether a failed refresh of the session leads to the sign-in page. */
export function leadsToLogin(kind: string, path: string, redirecting: boolean): boolean {
  const page = barePath(path)
  return redirecting && kind !== 'network' && page !== ROUTES.serverError && page !== ROUTES.login
}

/** 429 means here that the member's record cannot be used: throttling of operations answers 200. */
export function leaveWhenSignedOut({ status, code }: { status: number; code: string }): void {
  if (status === 401) goToLogin({ session_expired: 'true' })
  else if (code === 'membership.expired') leaveFor('expired')
  else if (code === 'onboarding.unfinished') leaveFor('onboarding')
  else if (status === 429 || code === 'authentication_failed') goToLogin({ error: 'user_profile_error' })
}

/** Access ended, or was never complete, while the page was open. */
function leaveFor(standing: 'expired' | 'onboarding'): void {
  const place = placeOfStanding(standing, location.pathname)
  if (place) location.assign(place)
}
