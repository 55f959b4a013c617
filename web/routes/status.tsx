import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { simpleRoute } from '#web/routes/simple.tsx'

export const statusRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: ROUTES.status,
  staticData: { module: 'web/routes/StatusPage.tsx', hasNoLayout: true },
  component: lazyRouteComponent(() => import('#web/routes/StatusPage.tsx'), 'StatusPage'),
})
