import { ROUTES } from '#shared/routes.ts'
import { NotFoundPage } from '#web/routes/NotFoundPage.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { createRoute } from '#web/platform/router/route.ts'

export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.notFound,
  component: NotFoundPage,
})
