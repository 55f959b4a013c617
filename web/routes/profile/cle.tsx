import { ROUTES } from '#shared/routes.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const ClePage = lazyRouteComponent(() => import('#web/features/cle/ClePage.tsx'), 'ClePage')

export const cleRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: ROUTES.profileCle,
  staticData: { module: 'web/features/cle/ClePage.tsx' },
  validateSearch: ({ year, ...others }: Record<string, unknown>): { year?: string } =>
    /^\d{4}$/.test(String(year)) ? { ...others, year: String(year) } : others,
  loader: async () => {
    await ClePage.preload?.()
    return null
  },
  component: function CleRoutePage() {
    return <ClePage year={cleRoute.useSearch().year} />
  },
})
