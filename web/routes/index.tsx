import { createRoute, redirect } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { rootRoute } from '#web/routes/root.tsx'

/** Home leads to the discussions until it has a screen of its own; what was asked goes along. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.home,
  beforeLoad: ({ search }) => {
    throw redirect({ to: ROUTES.feed, search, replace: true })
  },
})
