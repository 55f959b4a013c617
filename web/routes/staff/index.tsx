import { ROUTES } from '#shared/routes.ts'
import { notFound, rootRouteId } from '#web/platform/router/interrupts.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { isId, requireRecord } from '#web/routes/record.ts'

const load = () => import('#web/routes/staff/StaffPages.tsx')

/** Not found, except for staff. */
function staffRoute(path: string, name: keyof Awaited<ReturnType<typeof load>>) {
  const page = lazyRouteComponent(load, name)
  return createRoute({
    getParentRoute: () => mainRoute,
    path,
    staticData: { module: 'web/routes/staff/StaffPages.tsx' },
    loader: async ({ context: { queryClient }, params }) => {
      const { viewer } = await queryClient.ensureQueryData(initialUserQuery)
      if (!viewer.is_staff) throw notFound({ routeId: rootRouteId })
      const { teamId } = params as { teamId?: string }
      if (teamId !== undefined && !isId(teamId)) throw notFound({ routeId: rootRouteId })
      await page.preload?.()
      if (import.meta.env.SSR && teamId !== undefined) {
        const { teamQuery } = await import('#web/features/membership/teams.queries.ts')
        await requireRecord(queryClient, teamQuery(Number(teamId)))
      }
      return null
    },
    component: page,
    // The page itself says that there is nothing here, both here and in the browser.
    ...(path.includes('$') && { notFoundComponent: page }),
  })
}

export const staffRoutes = [
  staffRoute(ROUTES.staffQueue, 'QueuePage'),
  staffRoute(ROUTES.staffReports, 'ReportsPage'),
  staffRoute(ROUTES.staffAudit, 'AuditPage'),
  staffRoute(ROUTES.staffSecurityEvents, 'SecurityEventsPage'),
  staffRoute(ROUTES.staffDeals, 'DealsPage'),
  staffRoute(ROUTES.staffLibrarySeries, 'SeriesAdminPage'),
  staffRoute(ROUTES.staffImports, 'ImportsPage'),
  staffRoute(ROUTES.staffCle, 'StaffClePage'),
  staffRoute(ROUTES.staffRecognition, 'StaffRecognitionPage'),
  staffRoute(ROUTES.staffTeams, 'TeamsPage'),
  staffRoute(`${ROUTES.staffTeams}/$teamId`, 'TeamPage'),
  staffRoute(ROUTES.staffGuides, 'GuidesPage'),
  staffRoute(ROUTES.staffLegal, 'LegalTextsPage'),
  staffRoute(ROUTES.staffLimits, 'LimitsPage'),
  staffRoute(ROUTES.staffMembers, 'StaffMembersPage'),
  staffRoute(`${ROUTES.staffMembers}/$memberId`, 'StaffMemberPage'),
  staffRoute(ROUTES.staffLibrary, 'StaffDocumentsPage'),
  staffRoute(ROUTES.staffSynonyms, 'SynonymsPage'),
  staffRoute(ROUTES.staffMail, 'MailListsPage'),
  staffRoute(ROUTES.staffLibraryEvents, 'StaffEventsPage'),
  staffRoute(ROUTES.staffFlags, 'FeatureFlagsPage'),
  staffRoute(ROUTES.staffSettings, 'CommunitySettingsPage'),
]
