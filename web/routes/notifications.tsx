import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const load = () => import('#web/features/notifications/NotificationsPage.tsx')
const NotificationsPage = lazyRouteComponent(load, 'NotificationsPage')

/** The page parses the search parameters, because every byte of this file is in each first view. */
export const notificationsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.notifications,
  staticData: { module: 'web/features/notifications/NotificationsPage.tsx' },
  loader: async ({ context: { queryClient }, location }) => {
    const page = NotificationsPage.preload?.()
    if (typeof document === 'undefined') await (await load()).prepare(queryClient, location.search)
    await page
    return null
  },
  component: NotificationsPage,
})

/** The unsubscribe link of an email: a page with a button, because a GET must not unsubscribe. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: '/unsubscribe/$token',
  staticData: { module: 'web/features/notifications/UnsubscribePage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/notifications/UnsubscribePage.tsx'), 'UnsubscribePage'),
})
