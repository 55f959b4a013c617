import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { initialUserQuery } from '#web/platform/session.ts'
import { mainRoute } from '#web/routes/main.tsx'

const load = () => import('#web/routes/staff/StaffPages.tsx')

/** To everybody but staff these addresses lead nowhere. */
function staffRoute(path: string, name: keyof Awaited<ReturnType<typeof load>>) {
  const page = lazyRouteComponent(load, name)
  return createRoute({
    getParentRoute: () => mainRoute,
    path,
    staticData: { module: 'web/routes/staff/StaffPages.tsx' },
    loader: async ({ context: { queryClient } }) => {
      const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
      if (!viewer.is_staff) throw notFound()
      await page.preload?.()
      return null
    },
    component: page,
  })
}

export const staffRoutes = [
  staffRoute(ROUTES.staffQueue, 'QueuePage'),
  staffRoute(ROUTES.staffReports, 'ReportsPage'),
  staffRoute(ROUTES.staffAudit, 'AuditPage'),
  staffRoute(ROUTES.staffDeals, 'DealsPage'),
  staffRoute(ROUTES.staffImports, 'ImportsPage'),
  staffRoute(ROUTES.staffRecognition, 'StaffRecognitionPage'),
  staffRoute(ROUTES.staffTeams, 'TeamsPage'),
  staffRoute(`${ROUTES.staffTeams}/$teamId`, 'TeamPage'),
  staffRoute(ROUTES.staffGuides, 'GuidesPage'),
  staffRoute(ROUTES.staffLegal, 'LegalTextsPage'),
]
