import { ROUTES } from '#shared/routes.ts'
import { readActivitySearch } from '#web/features/discussions/activity/activity-search.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { withModule } from '#web/routes/record.ts'

const ActivityRoute = lazyRouteComponent(() => import('#web/routes/profile/ActivityRoute.tsx'), 'ActivityRoute')

export const activityRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileActivity,
  staticData: { module: 'web/routes/profile/ActivityRoute.tsx' },
  validateSearch: readActivitySearch,
  loader: withModule(ActivityRoute),
  component: function ActivityRoutePage() {
    return <ActivityRoute search={activityRoute.useSearch()} />
  },
})
