import { ROUTES } from '#shared/routes.ts'
import { rootRoute } from '#web/routes/root.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import type { Facts } from '#web/routes/onboarding/guard.ts'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const guard = () => import('#web/routes/onboarding/guard.ts')
const requireStep = async (facts: Facts) => (await guard()).requireStep(facts)
const requireSignedIn = async (facts: Facts) => (await guard()).requireSignedIn(facts)

const load = () => import('#web/routes/onboarding/StepPages.tsx')
const page = (path: string, name: keyof Awaited<ReturnType<typeof load>>, loader?: (facts: Facts) => Promise<null>) =>
  createRoute({
    getParentRoute: () => simpleRoute,
    path: `${ROUTES.onboarding}/${path}`,
    staticData: { module: 'web/routes/onboarding/StepPages.tsx' },
    component: lazyRouteComponent(load as never, name),
    ...(loader && { loader: loader as never }),
  })

export const stepRoutes = [
  page('profile/complete', 'ProfileStepPage', requireStep),
  page('payment', 'PaymentStepPage', requireStep),
  page('create-password', 'PasswordStepPage', requireStep),
  page('agreement', 'AgreementStepPage', requireStep),
  page('welcome', 'WelcomeStepPage', requireStep),
  page('topics', 'TopicsPage', requireSignedIn),
  page('terms-of-use', 'LegalPage'),
  page('privacy-policy', 'LegalPage'),
  page('membership-agreement', 'LegalPage'),
]
/** Renders no page: redirects to the step where the member stopped. */
export const onboardingRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: ROUTES.onboarding,
    beforeLoad: async ({ context, location }) => {
      await (await guard()).requireOnboarding({ context, location })
    },
  }),
]
