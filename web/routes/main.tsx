import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { isSwitchedOff } from '#shared/networks.ts'
import { ROUTES, barePath, placeOfStanding } from '#shared/routes.ts'
import { initialUserQuery, primaryNetworkOf, type Viewer } from '#web/platform/session.ts'
import { MainLayout } from '#web/routes/layouts/MainLayout.tsx'
import { rootRoute } from '#web/routes/root.tsx'

/** Every page that needs a session. The server has sent signed-out visitors to the sign-in page before. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  loader: async ({ context, location }) => {
    const { viewer } = await context.queryClient.ensureQueryData(initialUserQuery)
    const place = hasToAccept(viewer) ? ROUTES.onboarding : placeOfStanding(viewer.standing, location.pathname)
    if (place) throw redirect({ href: place })
    if (isSwitchedOff(barePath(location.pathname), primaryNetworkOf(viewer)?.main_menu_visibility)) throw notFound()
    return null
  },
  component: MainLayout,
})

/** What is new to accept is asked before a member goes on. */
const hasToAccept = ({ standing, has_accepted_all, is_staff }: Viewer) =>
  standing === 'full' && !has_accepted_all && !is_staff
