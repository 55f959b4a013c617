import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { readActivitySearch } from '#web/features/discussions/activity-search.ts'
import { mainRoute } from '#web/routes/main.tsx'

const ActivityPlace = lazyRouteComponent(() => import('#web/routes/profile/ActivityPlace.tsx'), 'ActivityPlace')

export const activityRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileActivity,
  staticData: { module: 'web/routes/profile/ActivityPlace.tsx' },
  validateSearch: readActivitySearch,
  loader: async () => {
    await ActivityPlace.preload?.()
    return null
  },
  component: function ActivityRoutePage() {
    return <ActivityPlace search={activityRoute.useSearch()} />
  },
})
