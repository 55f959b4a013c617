import { Outlet, createRoute } from '@tanstack/react-router'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { rootRoute } from '#web/routes/root.tsx'

/** Public and onboarding pages: the sheet alone. */
export const simpleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'simple',
  component: function SimpleLayout() {
    return (
      <SimpleFrame>
        <Outlet />
      </SimpleFrame>
    )
  },
})
