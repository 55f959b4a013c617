/** Signing in, and what the sign-in page says. */
import { ROUTES } from '#shared/routes.ts'
import { POST } from '#web/platform/http.ts'
import { applyTheme, askTheme } from '#web/platform/theme.ts'

export interface LoginSearch {
  session_expired?: string | undefined
  error?: string | undefined
  message?: string | undefined
  next?: string | undefined
}

/** Fixed sentences for the reasons of ours; a message of the server is shown as plain text. */
export function loginSentence({ session_expired, error, message }: LoginSearch): string | undefined {
  if (session_expired === 'true') return 'Your session has ended. Please sign in again.'
  if (error === 'user_profile_error')
    return 'Your profile could not be loaded. Please sign in again, or contact support if this returns.'
  return message
}

interface Entry {
  email: string
  password: string
  keepSignedIn: boolean
  /** Checked by the caller: a path of this site. */
  next: string
}

/** Leaves for the next page; answers with a sentence when that is not possible. */
export async function signIn({ email, password, keepSignedIn, next }: Entry): Promise<string | undefined> {
  const [answer, error] = await POST<{ data: { confirm?: string } }>('/auth/login', {
    email: email.trim(),
    password,
    keep_signed_in: keepSignedIn,
  })
  if (error) return error.kind === 'bad_response' ? 'Signing in failed on our side. Please try again.' : error.message
  // The password was right; who it is has still to be confirmed.
  if (answer.data.confirm) location.assign(`${ROUTES.confirmLogin}?next=${encodeURIComponent(next)}`)
  else await arrive(next)
  return undefined
}

/** The same by a passkey of the device; without a sentence too when the member closed the window of the browser. */
export async function signInByPasskey({ keepSignedIn, next }: Pick<Entry, 'keepSignedIn' | 'next'>) {
  const { enterByPasskey } = await import('#web/features/accounts/passkey.ts')
  const outcome = await enterByPasskey(keepSignedIn)
  if (outcome instanceof Error) return outcome.message
  if (outcome) await arrive(next)
  return undefined
}

/** Leaves for a page of the member who has just come in, in the colours of their network. */
export async function arrive(next: string): Promise<void> {
  const theme = await askTheme()
  if (theme) applyTheme(theme)
  location.assign(next)
}
