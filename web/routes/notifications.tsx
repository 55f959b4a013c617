import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'

const load = () => import('#web/features/notifications/NotificationsPage.tsx')
const NotificationsPage = lazyRouteComponent(load, 'NotificationsPage')

/** What the address may hold is known to the page, because every byte here is in each first view. */
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

/** The address in a mail: a page with a button, because looking must end nothing. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: '/unsubscribe/$token',
  staticData: { module: 'web/features/notifications/UnsubscribePage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/notifications/UnsubscribePage.tsx'), 'UnsubscribePage'),
})
