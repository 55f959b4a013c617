import type { QueryClient } from '@tanstack/react-query'
import { assistantRoute } from '#web/routes/assistant/index.tsx'
import { loginRoute } from '#web/routes/auth/login.tsx'
import { authRoutes, invitationRoutes, publicRoutes } from '#web/routes/auth.tsx'
import { documentRoutes } from '#web/routes/documents/index.tsx'
import { eventRoutes } from '#web/routes/events/events.tsx'
import { expertRoutes } from '#web/routes/experts.tsx'
import { threadRoute } from '#web/routes/feed/$threadId.tsx'
import { feedRoute } from '#web/routes/feed/index.tsx'
import { homeRoute } from '#web/routes/index.tsx'
import { inboxRoute } from '#web/routes/inbox/index.tsx'
import { learningRoutes } from '#web/routes/learning.tsx'
import { feedbackRoute, leaveRoute, sentMailRoute } from '#web/routes/mail/mail.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { notFoundRoute } from '#web/routes/not-found.tsx'
import { peopleRoutes } from '#web/routes/people/members.tsx'
import { bookmarksRoute } from '#web/routes/bookmarks.tsx'
import { notificationsRoute, unsubscribeRoute } from '#web/routes/notifications.tsx'
import { activityRoute } from '#web/routes/profile/activity.tsx'
import { badgesRoute } from '#web/routes/profile/badges.tsx'
import { cleRoute } from '#web/routes/profile/cle.tsx'
import { faqRoute } from '#web/routes/profile/faq.tsx'
import { membershipRoute } from '#web/routes/profile/membership.tsx'
import { settingsRoute } from '#web/routes/profile/settings.tsx'
import { onboardingRoutes, stepRoutes } from '#web/routes/onboarding/steps.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { serverErrorRoute } from '#web/routes/server-error.tsx'
import { searchRoute } from '#web/routes/search/index.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { statusRoute } from '#web/routes/status.tsx'
import { testRoutes } from '#web/routes/test.tsx'
import { staffRoutes } from '#web/routes/staff/index.tsx'
import type { RouterHistory } from '#web/platform/router/history.ts'
import { Router } from '#web/platform/router/router.ts'

const routeTree = rootRoute.addChildren([
  notFoundRoute,
  serverErrorRoute,
  ...testRoutes,
  ...publicRoutes,
  feedbackRoute,
  ...onboardingRoutes,
  simpleRoute.addChildren([statusRoute, loginRoute, unsubscribeRoute, leaveRoute, ...authRoutes, ...stepRoutes]),
  mainRoute.addChildren([
    homeRoute,
    feedRoute,
    threadRoute,
    inboxRoute,
    assistantRoute,
    bookmarksRoute,
    notificationsRoute,
    activityRoute,
    badgesRoute,
    cleRoute,
    faqRoute,
    membershipRoute,
    settingsRoute,
    sentMailRoute,
    searchRoute,
    ...peopleRoutes,
    ...eventRoutes,
    ...learningRoutes,
    ...expertRoutes,
    ...documentRoutes,
    ...staffRoutes,
    ...invitationRoutes,
  ]),
])

/** One router per page in the browser, and one per request on the server. */
export const createAppRouter = (queryClient: QueryClient, history: RouterHistory): Router =>
  new Router({ routeTree, history, context: { queryClient } })
