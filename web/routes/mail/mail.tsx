import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

/** A link in an email of a list: a page with a button, because a GET must not stop anything. */
export const leaveRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: '/unsubscribe/list/$token',
  staticData: { module: 'web/features/mail/LeavePage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/mail/LeavePage.tsx'), 'LeavePage'),
})

export const feedbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.mailFeedback,
  staticData: { module: 'web/features/mail/FeedbackPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/mail/FeedbackPage.tsx'), 'FeedbackPage'),
})

export const sentMailRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileMail,
  staticData: { module: 'web/features/mail/SentMailPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/mail/SentMailPage.tsx'), 'SentMailPage'),
})
