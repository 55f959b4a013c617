import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'

/** Loaded on first use; a route whose URL has filters preloads it before render. */
export const FeedFilters = lazyRouteComponent(
  () => import('#web/features/discussions/feed/FeedFilters.tsx'),
  'FeedFilters',
)
