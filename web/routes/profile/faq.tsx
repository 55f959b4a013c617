import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

export const faqRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.faq,
  staticData: { module: 'web/features/generic-content/FaqPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/generic-content/FaqPage.tsx'), 'FaqPage'),
})
