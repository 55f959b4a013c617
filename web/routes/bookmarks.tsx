import { ROUTES } from '#shared/routes.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { mainRoute } from '#web/routes/main.tsx'

const load = () => import('#web/features/bookmarks/BookmarksPage.tsx')
const BookmarksPage = lazyRouteComponent(load, 'BookmarksPage')

export const bookmarksRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.bookmarks,
  staticData: { module: 'web/features/bookmarks/BookmarksPage.tsx' },
  loader: async ({ context: { queryClient } }) => {
    const page = BookmarksPage.preload?.()
    if (typeof document === 'undefined') await (await load()).prepare(queryClient)
    await page
    return null
  },
  component: BookmarksPage,
})
