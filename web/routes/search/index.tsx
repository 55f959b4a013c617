import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { withModule } from '#web/routes/record.ts'

const SearchRoute = lazyRouteComponent(() => import('#web/routes/search/SearchRoute.tsx'), 'SearchRoute')

export const searchRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.search,
  staticData: { module: 'web/routes/search/SearchRoute.tsx' },
  // The page parses the search parameters, so that those rules are not in every page's bundle.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: withModule(SearchRoute),
  component: function SearchRoutePage() {
    return <SearchRoute given={searchRoute.useSearch()} />
  },
})
