import { ROUTES } from '#shared/routes.ts'
import { notFound } from '#web/platform/router/interrupts.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute, type Route, type RouterContext } from '#web/platform/router/route.ts'
import { hasFeature } from '#web/platform/session/features.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { mainRoute } from '#web/routes/main.tsx'
import { rootRoute } from '#web/routes/root.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'

// All auth pages share one module, and the membership pages another: they are never part of a
// first view, and every byte of this file is in each.
type Load = () => Promise<Record<string, unknown>>
const pagesOf =
  (module: string, load: Load) =>
  (parent: Route, path: string, name: string, loader?: (facts: { context: RouterContext }) => Promise<null>) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      staticData: { module },
      component: lazyRouteComponent(load as never, name),
      ...(loader && { loader: loader as never }),
    })

const authPage = pagesOf('web/features/accounts/AuthPages.tsx', () => import('#web/features/accounts/AuthPages.tsx'))
const nominating = pagesOf(
  'web/features/accounts/invitations/NominatePage.tsx',
  () => import('#web/features/accounts/invitations/NominatePage.tsx'),
)

export const authRoutes = [
  authPage(simpleRoute, ROUTES.forgotPassword, 'ForgotPasswordPage'),
  authPage(simpleRoute, ROUTES.resetPassword, 'IncompleteResetPage'),
  authPage(simpleRoute, `${ROUTES.resetPassword}/$token`, 'ResetPasswordPage'),
  authPage(simpleRoute, ROUTES.confirmLogin, 'ConfirmLoginPage'),
  authPage(simpleRoute, ROUTES.confirmEmail, 'ConfirmEmailPage'),
  authPage(simpleRoute, ROUTES.invitation, 'InvitationPage'),
  authPage(simpleRoute, `${ROUTES.onboarding}/$token`, 'JoinPage'),
  authPage(simpleRoute, '/trial/$code', 'TrialPage'),
  authPage(simpleRoute, '/setup/$token', 'FirstOwnerPage'),
]
const paying = pagesOf('web/features/membership/Paying.tsx', () => import('#web/features/membership/Paying.tsx'))

const verifying = pagesOf('web/features/cle/VerifyPage.tsx', () => import('#web/features/cle/VerifyPage.tsx'))

/** The invitation and the invoice have separate layouts. */
export const publicRoutes = [
  authPage(rootRoute, '/invite/$token', 'InvitePage'),
  paying(rootRoute, '/invoice/$token', 'InvoicePage'),
  paying(rootRoute, '/checkout/$id', 'TestCheckoutPage'),
  verifying(rootRoute, ROUTES.verify, 'VerifyPage'),
  verifying(rootRoute, '/verify/$code', 'VerifyPage'),
  paying(rootRoute, '/checkout/portal/$id', 'TestPortalPage'),
]

async function mayInvite({ context }: { context: RouterContext }) {
  const { viewer } = await context.queryClient.ensureQueryData(initialUserQuery)
  if (!viewer.is_staff && !hasFeature(viewer, 'invitations')) throw notFound()
  return null
}

export const invitationRoutes = [nominating(mainRoute, '/profile/invite', 'NominatePage', mayInvite)]
