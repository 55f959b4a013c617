import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const membershipRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileMembership,
  staticData: { module: 'web/features/membership/MembershipPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/membership/MembershipPage.tsx'), 'MembershipPage'),
})
