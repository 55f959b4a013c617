import { ROUTES } from '#shared/routes.ts'
import { feedQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { FeedFilters } from '#web/features/discussions/feed/lazy-feed-filters.ts'
import { feedVariables, isFiltered, readFeedSearch } from '#web/features/discussions/feed/feed-search.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const FeedPage = lazyRouteComponent(() => import('#web/features/discussions/feed/FeedPage.tsx'), 'FeedPage')

export const feedRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.feed,
  staticData: { module: 'web/features/discussions/feed/FeedPage.tsx' },
  validateSearch: readFeedSearch,
  // In the browser the page renders immediately, with its skeleton; only the server waits for the entries. The browser
  // retries requests that failed on the server.
  loader: async ({ context: { queryClient }, search }) => {
    const page = FeedPage.preload?.()
    const entries = queryClient.prefetchInfiniteQuery(feedQuery(feedVariables(search)))
    if (typeof document === 'undefined') await entries
    await Promise.all([page, isFiltered(search) && FeedFilters.preload?.()])
    return null
  },
  component: function FeedRoutePage() {
    return <FeedPage search={feedRoute.useSearch()} />
  },
})
