import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { withModule } from '#web/routes/record.ts'

const BadgesPage = lazyRouteComponent(() => import('#web/features/recognition/BadgesPage.tsx'), 'BadgesPage')

export const badgesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileBadges,
  staticData: { module: 'web/features/recognition/BadgesPage.tsx' },
  loader: withModule(BadgesPage),
  component: BadgesPage,
})
