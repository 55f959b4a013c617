import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { loginRoute } from '#web/routes/auth/login.tsx'
import { authRoutes, invitationRoutes, publicRoutes } from '#web/routes/auth.tsx'
import { expertRoutes } from '#web/routes/experts.tsx'
import { threadRoute } from '#web/routes/feed/$threadId.tsx'
import { feedRoute } from '#web/routes/feed/index.tsx'
import { homeRoute } from '#web/routes/index.tsx'
import { inboxRoute } from '#web/routes/inbox/index.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { notFoundRoute } from '#web/routes/not-found.tsx'
import { peopleRoutes } from '#web/routes/people/members.tsx'
import { notificationsRoute, unsubscribeRoute } from '#web/routes/notifications.tsx'
import { activityRoute } from '#web/routes/profile/activity.tsx'
import { badgesRoute } from '#web/routes/profile/badges.tsx'
import { membershipRoute } from '#web/routes/profile/membership.tsx'
import { settingsRoute } from '#web/routes/profile/settings.tsx'
import { onboardingRoutes, stepRoutes } from '#web/routes/onboarding/steps.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { ErrorPage, serverErrorRoute } from '#web/routes/server-error.tsx'
import { searchRoute } from '#web/routes/search/index.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { statusRoute } from '#web/routes/status.tsx'
import { testRoutes } from '#web/routes/test.tsx'
import { staffRoutes } from '#web/routes/staff/index.tsx'
import { parseSearch, stringifySearch } from '#web/platform/navigation/search-params.ts'

const routeTree = rootRoute.addChildren([
  notFoundRoute,
  serverErrorRoute,
  ...testRoutes,
  ...publicRoutes,
  ...onboardingRoutes,
  simpleRoute.addChildren([statusRoute, loginRoute, unsubscribeRoute, ...authRoutes, ...stepRoutes]),
  mainRoute.addChildren([
    homeRoute,
    feedRoute,
    threadRoute,
    inboxRoute,
    notificationsRoute,
    activityRoute,
    badgesRoute,
    membershipRoute,
    settingsRoute,
    searchRoute,
    ...peopleRoutes,
    ...expertRoutes,
    ...staffRoutes,
    ...invitationRoutes,
  ]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Source path of a lazy page, so that the server can list its files. */
    module?: string
    /** Renders the page without the layout of its parent route. */
    hasNoLayout?: boolean
  }
}

/** One router per page in the browser, and one per request on the server. */
export function createAppRouter(queryClient: QueryClient, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // An unknown path is not part of any layout.
    notFoundMode: 'root',
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    // The query cache decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 10_000,
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
