/** Signing in, and the messages of the sign-in page. */
import { errorMessage } from '#web/platform/api/error-message.ts'
import { ROUTES, safeNext, withNext } from '#shared/routes.ts'
import { NETWORK_MESSAGE } from '#web/platform/api/api-error.ts'
import { POST } from '#web/platform/api/http.ts'
import { applyTheme, fetchTheme } from '#web/platform/session/theme.ts'

export interface LoginSearch {
  session_expired?: string | undefined
  error?: string | undefined
  message?: string | undefined
  next?: string | undefined
}

const SIGN_ON_MESSAGES: Readonly<Record<string, string>> = {
  sign_on_unavailable:
    'That sign-in service didn’t respond correctly. Try again in a few minutes, or use your password.',
  sign_on_cancelled: 'You didn’t finish signing in at the other site. Try again, or use your password.',
  sign_on_over: 'That sign-in took too long, or was started in another browser. Please try again.',
  sign_on_too_many: 'There were too many attempts from here. Wait a few minutes and try again.',
  sign_on_refused: 'We couldn’t sign you in that way. Use your email address and password.',
}

/** Fixed messages for known reasons; a server message is shown as plain text. */
export function loginErrorMessage({ session_expired, error, message }: LoginSearch): string | undefined {
  if (session_expired === 'true') return 'Your session has ended. Please sign in again.'
  if (error === 'user_profile_error')
    return 'We couldn’t load your profile. Please sign in again, or contact support if this keeps happening.'
  return (
    (error !== undefined && Object.hasOwn(SIGN_ON_MESSAGES, error) ? SIGN_ON_MESSAGES[error] : undefined) ?? message
  )
}

interface Entry {
  email: string
  password: string
  keepSignedIn: boolean
  /** A path on this site; validated by the caller. */
  next: string
}

/**
 * Target after sign-in. The server never sees a fragment, but the browser preserves it on the redirect to the sign-in
 * page, so it belongs to the requested URL.
 */
export function nextOf(next: unknown, fragment: string): string {
  const target = safeNext(next)
  return target === ROUTES.home || target.includes('#') ? target : safeNext(target + fragment)
}

const SIGN_IN_FAILED = {
  offline: NETWORK_MESSAGE,
  failed: 'Something went wrong on our end. Please try signing in again.',
}

/** Navigates to the next page; returns an error message if sign-in fails. */
export async function signIn({ email, password, keepSignedIn, next }: Entry): Promise<string | undefined> {
  const [answer, error] = await POST<{ data: { confirm?: string } }>('/auth/login', {
    email: email.trim(),
    password,
    keep_signed_in: keepSignedIn,
    next,
  })
  if (error) return errorMessage(error, SIGN_IN_FAILED)
  // The password was correct; the device must still be confirmed.
  if (answer.data.confirm) location.assign(withNext(ROUTES.confirmLogin, next))
  else await finishSignIn(next)
  return undefined
}

/** Signs in with a passkey; also returns undefined if the member closed the browser's dialog. */
export async function signInByPasskey({ keepSignedIn, next }: Pick<Entry, 'keepSignedIn' | 'next'>) {
  const { signInWithPasskey } = await import('#web/features/accounts/sign-in/passkey.ts')
  const outcome = await signInWithPasskey(keepSignedIn)
  if (outcome instanceof Error) return outcome.message
  if (outcome) await finishSignIn(next)
  return undefined
}

/** Navigates to the next page, in the theme of the member's network. */
export async function finishSignIn(next: string): Promise<void> {
  const theme = await fetchTheme()
  if (theme) applyTheme(theme)
  location.assign(next)
}
