/** Signing in, and what the sign-in page says. */
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

/** Fixed sentences for the reasons of ours; a message of the server is shown as plain text. */
export function loginErrorMessage({ session_expired, error, message }: LoginSearch): string | undefined {
  if (session_expired === 'true') return 'Your session has ended. Please sign in again.'
  if (error === 'user_profile_error')
    return 'We couldn’t load your profile. Please sign in again, or contact support if this keeps happening.'
  return message
}

interface Entry {
  email: string
  password: string
  keepSignedIn: boolean
  /** Checked by the caller: a path of this site. */
  next: string
}

/**
 * Where signing in leads. A server never sees a fragment, but the browser keeps it on the way to the sign-in page: it
 * belongs to the address that was asked for.
 */
export function nextOf(next: unknown, fragment: string): string {
  const target = safeNext(next)
  return target === ROUTES.home || target.includes('#') ? target : safeNext(target + fragment)
}

const SIGN_IN_FAILED = {
  offline: NETWORK_MESSAGE,
  failed: 'Something went wrong on our end. Please try signing in again.',
}

/** Leaves for the next page; answers with a sentence when that is not possible. */
export async function signIn({ email, password, keepSignedIn, next }: Entry): Promise<string | undefined> {
  const [answer, error] = await POST<{ data: { confirm?: string } }>('/auth/login', {
    email: email.trim(),
    password,
    keep_signed_in: keepSignedIn,
    next,
  })
  if (error) return errorMessage(error, SIGN_IN_FAILED)
  // The password was right; who it is has still to be confirmed.
  if (answer.data.confirm) location.assign(withNext(ROUTES.confirmLogin, next))
  else await finishSignIn(next)
  return undefined
}

/** The same by a passkey of the device; without a sentence too when the member closed the window of the browser. */
export async function signInByPasskey({ keepSignedIn, next }: Pick<Entry, 'keepSignedIn' | 'next'>) {
  const { signInWithPasskey } = await import('#web/features/accounts/sign-in/passkey.ts')
  const outcome = await signInWithPasskey(keepSignedIn)
  if (outcome instanceof Error) return outcome.message
  if (outcome) await finishSignIn(next)
  return undefined
}

/** Leaves for a page of the member who has just come in, in the colours of their network. */
export async function finishSignIn(next: string): Promise<void> {
  const theme = await fetchTheme()
  if (theme) applyTheme(theme)
  location.assign(next)
}
