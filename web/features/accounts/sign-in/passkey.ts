/** Passkey calls of the browser. Loaded on first use. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { POST } from '#web/platform/api/http.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

/** Undefined if the member closed the browser's dialog, which is not an error. */
type Outcome<Data> = Data | ApiError | undefined

/** Fetches the options, lets the device sign them, and sends the result. */
async function exchange<Data>(
  { ask, asked = {}, answer, body = {} }: { ask: string; asked?: object; answer: string; body?: object },
  respond: (optionsJSON: never) => Promise<object>,
): Promise<Outcome<Data>> {
  const [options, refused] = await POST<{ data: never }>(ask, asked)
  if (refused) return refused
  let response: object
  try {
    response = await respond(options.data)
  } catch (error) {
    return failureOf(error as Error)
  }
  const [done, problem] = await POST<{ data: Data }>(answer, { response, ...body })
  return problem ?? done.data
}

function failureOf({ name }: Error): ApiError | undefined {
  if (name === 'NotAllowedError' || name === 'AbortError') return undefined
  const message =
    name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : 'This device or browser couldn’t use a passkey. Sign in with your password.'
  return new ApiError(message, { kind: 'bad_request', code: 'accounts.passkey_unusable' })
}

export const registerPasskey = (password: string, name: string) =>
  exchange<object>(
    { ask: '/auth/passkeys/begin', asked: { password }, answer: '/auth/passkeys', body: { name } },
    (optionsJSON) => startRegistration({ optionsJSON }),
  )
export const signInWithPasskey = (keep_signed_in: boolean) =>
  exchange<{ id: number }>(
    { ask: '/auth/passkey/options', answer: '/auth/passkey', body: { keep_signed_in } },
    (optionsJSON) => startAuthentication({ optionsJSON }),
  )
export const confirmWithPasskey = () =>
  exchange<{ id: number }>(
    { ask: '/auth/confirm-login/passkey-options', answer: '/auth/confirm-login/passkey' },
    (optionsJSON) => startAuthentication({ optionsJSON }),
  )
