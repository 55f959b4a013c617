import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { initialUserQuery } from '#web/platform/session.ts'
import { mainRoute } from '#web/routes/main.tsx'

type Path = (typeof ROUTES)['staffQueue' | 'staffReports' | 'staffAudit']

/** To everybody but staff these addresses lead nowhere. */
const staffRoute = (path: Path, file: string, page: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({
    getParentRoute: () => mainRoute,
    path,
    staticData: { module: `web/features/moderation/${file}.tsx` },
    loader: async ({ context: { queryClient } }) => {
      const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
      if (!viewer.is_staff) throw notFound()
      await page.preload?.()
      return null
    },
    component: page,
  })

export const staffRoutes = [
  staffRoute(
    ROUTES.staffQueue,
    'QueuePage',
    lazyRouteComponent(() => import('#web/features/moderation/QueuePage.tsx'), 'QueuePage'),
  ),
  staffRoute(
    ROUTES.staffReports,
    'ReportsPage',
    lazyRouteComponent(() => import('#web/features/moderation/ReportsPage.tsx'), 'ReportsPage'),
  ),
  staffRoute(
    ROUTES.staffAudit,
    'AuditPage',
    lazyRouteComponent(() => import('#web/features/moderation/AuditPage.tsx'), 'AuditPage'),
  ),
]
