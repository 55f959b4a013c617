import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { rootRoute } from '#web/routes/root.tsx'

export const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.status,
  staticData: { module: 'web/routes/StatusPage.tsx' },
  component: lazyRouteComponent(() => import('#web/routes/StatusPage.tsx'), 'StatusPage'),
})
