import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const cleRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileCle,
  staticData: { module: 'web/features/cle/ClePage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/cle/ClePage.tsx'), 'ClePage'),
})
