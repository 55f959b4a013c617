import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

export const membershipRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileMembership,
  staticData: { module: 'web/features/membership/MembershipPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/membership/MembershipPage.tsx'), 'MembershipPage'),
})
