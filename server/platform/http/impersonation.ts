/** While staff view the community as a member, nothing can be changed, and no file is opened. */
import { forbidden, problem, type Problem } from '#server/platform/problems.ts'
import type { Impersonation } from '#server/platform/graph/sql.ts'

/** The one operation that changes something. */
export const END_IMPERSONATION = 'EndImpersonation'

/** Routes that show a page: its pictures, the session, its signals. Any other route under /api is refused, so a new one is. */
const PAGE_ROUTES = [
  '/api/graphql',
  '/api/live',
  // Counts nothing meanwhile.
  '/api/tracking',
  '/api/theme',
  '/api/favicon',
  '/api/auth/logout',
  '/api/sessions/refresh-user-session',
  '/api/people/pictures',
  '/api/network-pictures',
  '/api/event-photos',
  '/api/series-images',
]

export const impersonationProblem = ({ member }: Impersonation, status = 200): Problem =>
  forbidden(
    problem('impersonation.read_only', {
      message: `You’re viewing the community as ${member.name}, so nothing can be changed or downloaded. Stop viewing first.`,
      status,
    }),
  )

export const isPageRoute = (route: string) => PAGE_ROUTES.some((each) => route === each || route.startsWith(`${each}/`))
