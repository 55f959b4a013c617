import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

const BadgesPage = lazyRouteComponent(() => import('#web/features/recognition/BadgesPage.tsx'), 'BadgesPage')

export const badgesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileBadges,
  staticData: { module: 'web/features/recognition/BadgesPage.tsx' },
  loader: async () => {
    await BadgesPage.preload?.()
    return null
  },
  component: BadgesPage,
})
