/**
 * Access levels of REST routes. GraphQL operations declare theirs in the contract (`@standing`); routes under /api are
 * listed here. A route that is not listed is available to members with full access only, so a new route is closed by
 * default.
 */
import type { FastifyInstance } from 'fastify'
import { forbidden, problem, type Problem } from '#server/platform/problems.ts'
import { impersonationProblem, isPageRoute } from '#server/platform/http/impersonation.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { ACCESS_LEVEL_PROBLEMS, type AccessLevel } from '#shared/membership.ts'

type Limited = Exclude<AccessLevel, 'full'>
const BOTH: readonly Limited[] = ['onboarding', 'expired']

/** Routes, including all routes below them, and the limited access levels that may call them. */
export const ALLOWED_ROUTES: Readonly<Record<string, readonly Limited[]>> = {
  // Checks the access level itself, by the contract.
  '/api/graphql': BOTH,
  '/api/auth': BOTH,
  '/api/sessions': BOTH,
  '/api/theme': BOTH,
  '/api/tracking': BOTH,
  '/api/membership': BOTH,
  '/api/invoice': BOTH,
  // A certificate is verified by anyone.
  '/api/certificates': BOTH,
  '/api/billing': BOTH,
  '/api/test-billing': BOTH,
  '/api/onboarding': BOTH,
  // Members who are leaving can also export their data and delete their account.
  '/api/account': BOTH,
  // The profile picture is uploaded during onboarding and in the settings.
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

/** Runs before every REST route if there is a session. Without a session, the route itself decides. */
export function guardAccessLevel(app: FastifyInstance, sessions: Sessions) {
  app.addHook('preHandler', async (request) => {
    // The matched route, not the URL: a URL can be written in many ways.
    const route = request.routeOptions.url ?? ''
    if (!route.startsWith('/api/')) return
    const session = await sessions.find(request.headers.cookie)
    if (session?.impersonation && !isPageRoute(route)) throw impersonationProblem(session.impersonation, 403)
    if (session && session.standing !== 'full' && !isOpened(route, session.standing))
      throw accessLevelProblem(session.standing, 403)
  })
}
