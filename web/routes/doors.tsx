import { createRoute, lazyRouteComponent, notFound, type AnyRoute } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { initialUserQuery } from '#web/platform/session.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'

// All doors come in one file, and what members and staff do about them in another: nobody meets them at a first view.
const doors = { module: 'web/features/accounts/Doors.tsx', load: () => import('#web/features/accounts/Doors.tsx') }
const inviting = {
  module: 'web/features/accounts/Inviting.tsx',
  load: () => import('#web/features/accounts/Inviting.tsx'),
}

function page<Pages extends object>(
  parent: AnyRoute,
  path: string,
  { module, load }: { module: string; load: () => Promise<Pages> },
  name: keyof Pages & string,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { module },
    component: lazyRouteComponent(load as never, name),
  })
}

export const doorRoutes = [
  page(simpleRoute, ROUTES.forgotPassword, doors, 'ForgotPasswordPage'),
  page(simpleRoute, `${ROUTES.resetPassword}/$token`, doors, 'ResetPasswordPage'),
  page(simpleRoute, ROUTES.confirmLogin, doors, 'ConfirmLoginPage'),
  page(simpleRoute, ROUTES.invitation, doors, 'InvitationPage'),
  page(simpleRoute, `${ROUTES.onboarding}/$token`, doors, 'JoinPage'),
  page(simpleRoute, '/trial/$code', doors, 'TrialPage'),
]
/** The invitation has a layout of its own. */
export const outsideRoutes = [page(rootRoute, '/invite/$token', doors, 'InvitePage')]

const staff = (path: string, name: 'StaffInvitationsPage' | 'OutboxPage') =>
  page(mainRoute, path, inviting, name).update({
    loader: async ({ context }: { context: { queryClient: import('@tanstack/react-query').QueryClient } }) => {
      const { viewer } = await context.queryClient.ensureQueryData(initialUserQuery)
      if (!viewer.is_staff) throw notFound()
      return null
    },
  } as never)

export const invitingRoutes = [
  page(mainRoute, '/profile/invite', inviting, 'NominatePage'),
  staff('/staff/invitations', 'StaffInvitationsPage'),
  staff('/staff/outbox', 'OutboxPage'),
]
