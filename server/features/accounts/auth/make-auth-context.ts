import type { AppContext } from '#server/platform/app-context.ts'
import { makeAttempts } from '#server/platform/session/attempts.ts'
import { xsrfCookie } from '#server/platform/session/sessions.ts'
import type { AuthContext } from './auth-context.ts'
import { makeLimits } from './sign-in-limits.ts'

export function makeAuthContext(context: AppContext): AuthContext {
  const { config, pool, bus, sessions, sessionCookie, secret, email, metrics } = context
  const { secure } = config
  return {
    ...email,
    pool,
    bus,
    sessions,
    sessionCookie,
    secret,
    secure,
    ownOrigin: config.PUBLIC_URL,
    confirmNewDevices: config.confirmNewDevices,
    onHash: () => metrics.passwords.inc(),
    limits: makeLimits({ pool, bus, sessions, secure }, makeAttempts(pool), config.attempts),
    xsrfCookie: (token) => xsrfCookie(sessions.xsrf(token), secure),
  }
}
