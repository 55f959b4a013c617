import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

const SearchRoute = lazyRouteComponent(() => import('#web/routes/search/SearchRoute.tsx'), 'SearchRoute')

export const searchRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.search,
  staticData: { module: 'web/routes/search/SearchRoute.tsx' },
  // What it says is read by the page, so that its rules are not in every page.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: async () => {
    await SearchRoute.preload?.()
    return null
  },
  component: function SearchRoutePage() {
    return <SearchRoute given={searchRoute.useSearch()} />
  },
})
