/**
 * Plain calls by standing. Operations say in the contract to whom they answer (`@standing`); a call under /api says it
 * here, and what is not named answers to members in full standing only, so that a new one is closed until it is opened.
 */
import type { FastifyInstance } from 'fastify'
import { forbidden, problem, type Problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { ACCESS_LEVEL_PROBLEMS, type AccessLevel } from '#shared/membership.ts'

type Limited = Exclude<AccessLevel, 'full'>
const BOTH: readonly Limited[] = ['onboarding', 'expired']

/** Addresses and all below them, and who besides members in full standing may call them. */
export const ALLOWED_ROUTES: Readonly<Record<string, readonly Limited[]>> = {
  // Asks by itself, by the contract.
  '/api/graphql': BOTH,
  '/api/auth': BOTH,
  '/api/sessions': BOTH,
  '/api/theme': BOTH,
  '/api/tracking': BOTH,
  '/api/membership': BOTH,
  '/api/invoice': BOTH,
  '/api/billing': BOTH,
  '/api/test-billing': BOTH,
  '/api/onboarding': BOTH,
  // A copy of what is one's own, and leaving, are for those who go as well.
  '/api/account': BOTH,
  // The picture of the profile is asked for while joining, and stands in the settings.
  '/api/uploads': BOTH,
}

const isOpened = (route: string, standing: Limited) =>
  Object.entries(ALLOWED_ROUTES).some(
    ([address, to]) => to.includes(standing) && (route === address || route.startsWith(`${address}/`)),
  )

export function accessLevelProblem(standing: AccessLevel, status = 200): Problem {
  if (standing === 'full') throw new Error('Nothing is refused to a member in full standing.')
  const { code, message } = ACCESS_LEVEL_PROBLEMS[standing]
  return forbidden(problem(code, { message, status }))
}

/** Before every plain call with a session. Without one the call itself says what it needs. */
export function guardAccessLevel(app: FastifyInstance, sessions: Sessions) {
  app.addHook('preHandler', async (request) => {
    // The route, not the address: an address can be written in many ways.
    const route = request.routeOptions.url ?? ''
    if (!route.startsWith('/api/')) return
    const session = await sessions.find(request.headers.cookie)
    if (session && session.standing !== 'full' && !isOpened(route, session.standing))
      throw accessLevelProblem(session.standing, 403)
  })
}
