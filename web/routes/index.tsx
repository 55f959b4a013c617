import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'

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
