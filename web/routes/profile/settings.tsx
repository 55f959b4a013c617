import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileSettings,
  staticData: { module: 'web/routes/profile/SettingsSections.tsx' },
  component: lazyRouteComponent(() => import('#web/routes/profile/SettingsSections.tsx'), 'SettingsSections'),
})
