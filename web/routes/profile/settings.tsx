import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileSettings,
  staticData: { module: 'web/routes/profile/SettingsSections.tsx' },
  component: lazyRouteComponent(() => import('#web/routes/profile/SettingsSections.tsx'), 'SettingsSections'),
})
