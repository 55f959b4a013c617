import { lazyRouteComponent } from '@tanstack/react-router'

/** Loaded when somebody filters; a route whose address filters loads it before the page is drawn. */
export const FeedFilters = lazyRouteComponent(
  () => import('#web/features/discussions/feed/FeedFilters.tsx'),
  'FeedFilters',
)
