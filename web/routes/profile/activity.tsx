import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { readActivitySearch } from '#web/features/discussions/activity-search.ts'
import { mainRoute } from '#web/routes/main.tsx'

const ActivityPage = lazyRouteComponent(() => import('#web/features/discussions/ActivityPage.tsx'), 'ActivityPage')

export const activityRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileActivity,
  staticData: { module: 'web/features/discussions/ActivityPage.tsx' },
  validateSearch: readActivitySearch,
  loader: async () => {
    await ActivityPage.preload?.()
    return null
  },
  component: function ActivityRoutePage() {
    return <ActivityPage search={activityRoute.useSearch()} />
  },
})
