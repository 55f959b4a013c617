import { ROUTES } from '#shared/routes.ts'
import { simpleRoute } from '#web/routes/simple.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const statusRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: ROUTES.status,
  staticData: { module: 'web/routes/StatusPage.tsx', hasNoLayout: true },
  component: lazyRouteComponent(() => import('#web/routes/StatusPage.tsx'), 'StatusPage'),
})
