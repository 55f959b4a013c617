import { createRoute } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { NotFoundPage } from '#web/routes/NotFoundPage.tsx'
import { rootRoute } from '#web/routes/root.tsx'

export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.notFound,
  component: NotFoundPage,
})
