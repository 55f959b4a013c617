import { createRoute, notFound } from '@tanstack/react-router'
import { isSwitchedOff } from '#shared/networks.ts'
import { barePath } from '#shared/routes.ts'
import { initialUserQuery, primaryNetworkOf } from '#web/platform/session.ts'
import { MainLayout } from '#web/routes/layouts/MainLayout.tsx'
import { rootRoute } from '#web/routes/root.tsx'

/** Every page that needs a session. The server has sent signed-out visitors to the sign-in page before. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  loader: async ({ context, location }) => {
    const { viewer } = await context.queryClient.ensureQueryData(initialUserQuery)
    if (isSwitchedOff(barePath(location.pathname), primaryNetworkOf(viewer)?.main_menu_visibility)) throw notFound()
    return null
  },
  component: MainLayout,
})
