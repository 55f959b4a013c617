import { createRoute, lazyRouteComponent, notFound, type AnyRoute } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { initialUserQuery } from '#web/platform/session.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { rootRoute, type RouterContext } from '#web/routes/root.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'

// All doors come in one file, and what members and staff do about them in another: nobody meets them at a first view,
// and every byte here is in each.
type Load = () => Promise<Record<string, unknown>>
const pagesOf =
  (module: string, load: Load) =>
  (parent: AnyRoute, path: string, name: string, loader?: (facts: { context: RouterContext }) => Promise<null>) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { module },
      component: lazyRouteComponent(load as never, name),
      ...(loader && { loader: loader as never }),
    })

const door = pagesOf('web/features/accounts/Doors.tsx', () => import('#web/features/accounts/Doors.tsx'))
const inviting = pagesOf('web/features/accounts/Inviting.tsx', () => import('#web/features/accounts/Inviting.tsx'))

export const doorRoutes = [
  door(simpleRoute, ROUTES.forgotPassword, 'ForgotPasswordPage'),
  door(simpleRoute, `${ROUTES.resetPassword}/$token`, 'ResetPasswordPage'),
  door(simpleRoute, ROUTES.confirmLogin, 'ConfirmLoginPage'),
  door(simpleRoute, ROUTES.confirmEmail, 'ConfirmEmailPage'),
  door(simpleRoute, ROUTES.invitation, 'InvitationPage'),
  door(simpleRoute, `${ROUTES.onboarding}/$token`, 'JoinPage'),
  door(simpleRoute, '/trial/$code', 'TrialPage'),
]
const paying = pagesOf('web/features/membership/Paying.tsx', () => import('#web/features/membership/Paying.tsx'))

/** Invitation and invoice have layouts of their own. */
export const outsideRoutes = [
  door(rootRoute, '/invite/$token', 'InvitePage'),
  paying(rootRoute, '/invoice/$token', 'InvoicePage'),
  paying(rootRoute, '/checkout/$id', 'TestCheckoutPage'),
  paying(rootRoute, '/checkout/portal/$id', 'TestPortalPage'),
]

/** For anybody but staff there is no page there. */
async function staffOnly({ context }: { context: RouterContext }) {
  if (!(await context.queryClient.ensureQueryData(initialUserQuery)).viewer.is_staff) throw notFound()
  return null
}

export const invitingRoutes = [
  inviting(mainRoute, '/profile/invite', 'NominatePage'),
  inviting(mainRoute, '/staff/invitations', 'StaffInvitationsPage', staffOnly),
  inviting(mainRoute, '/staff/outbox', 'OutboxPage', staffOnly),
]
