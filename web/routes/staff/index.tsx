import { barePath } from '#shared/routes.ts'
import { notFound, rootRouteId } from '#web/platform/router/interrupts.ts'
import { createRoute, type RouterContext } from '#web/platform/router/route.ts'
import type { RouterLocation } from '#web/platform/router/location.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { DeskPage, StaffFrame, loadStaffPages } from '#web/routes/staff/staff-pages.ts'

/** Not found, except for staff. */
const staffRoute = (path: string) =>
  createRoute({
    getParentRoute: () => mainRoute,
    path,
    staticData: { module: 'web/routes/staff/StaffPages.tsx', isStaff: true },
    loader: async ({ context: { queryClient }, location }: { context: RouterContext; location: RouterLocation }) => {
      const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
      if (!viewer.is_staff) throw notFound({ routeId: rootRouteId })
      // They show that the module is missing, if it cannot be loaded.
      await Promise.all([DeskPage.preload(), StaffFrame.preload()])
      const module = await loadStaffPages().catch(() => undefined)
      await module?.openDesk(queryClient, viewer, barePath(location.pathname))
      return null
    },
    component: DeskPage,
    // The page itself says that there is nothing here, both here and in the browser.
    notFoundComponent: DeskPage,
  })

export const staffRoutes = ['/staff/$desk', '/staff/$desk/$itemId'].map(staffRoute)
