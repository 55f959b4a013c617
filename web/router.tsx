import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { loginRoute } from '#web/routes/auth/login.tsx'
import { doorRoutes, invitingRoutes, outsideRoutes } from '#web/routes/doors.tsx'
import { threadRoute } from '#web/routes/feed/$threadId.tsx'
import { feedRoute } from '#web/routes/feed/index.tsx'
import { homeRoute } from '#web/routes/index.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { notFoundRoute } from '#web/routes/not-found.tsx'
import { activityRoute } from '#web/routes/profile/activity.tsx'
import { settingsRoute } from '#web/routes/profile/settings.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { ErrorPage, serverErrorRoute } from '#web/routes/server-error.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { statusRoute } from '#web/routes/status.tsx'
import { testRoutes } from '#web/routes/test.tsx'
import { staffRoutes } from '#web/routes/staff/desk.tsx'
import { parseSearch, stringifySearch } from '#web/platform/search.ts'

const routeTree = rootRoute.addChildren([
  homeRoute,
  notFoundRoute,
  serverErrorRoute,
  statusRoute,
  ...testRoutes,
  ...outsideRoutes,
  simpleRoute.addChildren([loginRoute, ...doorRoutes]),
  mainRoute.addChildren([feedRoute, threadRoute, activityRoute, settingsRoute, ...staffRoutes, ...invitingRoutes]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The source module of a lazy page, so that the server can name its files. */
    module?: string
  }
}

/** One router for a page of the browser, and one for each request on the server. */
export function createAppRouter(queryClient: QueryClient, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // An unknown path is no part of any layout.
    notFoundMode: 'root',
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    // Data freshness is the query cache's business.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 10_000,
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
