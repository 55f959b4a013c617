import { isSwitchedOff } from '#shared/networks.ts'
import { ROUTES, barePath, landingPage } from '#shared/routes.ts'
import { notFound, redirect } from '#web/platform/router/interrupts.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { visibilityFor } from '#web/platform/session/features.ts'
import { initialUserQuery, type Viewer } from '#web/platform/session/session.ts'
import { unreadQuery, unseenQuery } from '#web/platform/shell/counts/count-queries.ts'
import { MainLayout } from '#web/routes/layouts/MainLayout.tsx'
import { rootRoute, withLayout } from '#web/routes/root.tsx'

/** Every page that needs a session. The server has already redirected signed-out visitors to the sign-in page. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  loader: async ({ context, location }) => {
    const client = context.queryClient
    // The counts come with the page; the browser asks for them again when they change.
    const counts = import.meta.env.SSR && [client.prefetchQuery(unseenQuery), client.prefetchQuery(unreadQuery)]
    const { viewer } = await client.ensureQueryData(initialUserQuery)
    if (counts) await Promise.all(counts)
    const place = hasToAccept(viewer) ? ROUTES.onboarding : landingPage(viewer.standing, location.pathname)
    if (place) throw redirect({ href: place })
    if (isSwitchedOff(barePath(location.pathname), visibilityFor(viewer))) throw notFound()
    return null
  },
  component: withLayout(MainLayout),
})

/** Members must accept new legal documents before they continue. */
const hasToAccept = ({ standing, has_accepted_all, is_staff }: Viewer) =>
  standing === 'full' && !has_accepted_all && !is_staff
