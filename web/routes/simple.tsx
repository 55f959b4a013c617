import { Outlet } from '#web/platform/router/RouterProvider.tsx'
import { createRoute } from '#web/platform/router/route.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { rootRoute, withLayout } from '#web/routes/root.tsx'

/** Layout of public and onboarding pages: the sheet alone. */
export const simpleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'simple',
  component: withLayout(() => (
    <PlainPage>
      <Outlet />
    </PlainPage>
  )),
})
