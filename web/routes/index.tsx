import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const load = () => import('#web/routes/home/HomeScreen.tsx')
const HomeScreen = lazyRouteComponent(load, 'HomeScreen')

export const homeRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.home,
  staticData: { module: 'web/routes/home/HomeScreen.tsx' },
  // In the browser the page renders immediately and each panel as it loads; only the server waits for them.
  loader: async ({ context: { queryClient } }) => {
    if (typeof document === 'undefined') await (await load()).prefetchHome(queryClient)
    else await HomeScreen.preload?.()
    return null
  },
  component: HomeScreen,
})
