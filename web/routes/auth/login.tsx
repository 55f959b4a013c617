import { ROUTES } from '#shared/routes.ts'
import type { LoginSearch } from '#web/features/accounts/sign-in/sign-in.ts'
import { simpleRoute } from '#web/routes/simple.tsx'
import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'
import { createRoute } from '#web/platform/router/route.ts'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined

export const loginRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: ROUTES.login,
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    session_expired: text(search.session_expired),
    error: text(search.error),
    message: text(search.message),
    next: text(search.next),
  }),
  // The page has its own layout: what this is, beside the form.
  staticData: { hasNoLayout: true, module: 'web/features/accounts/sign-in/LoginPage.tsx' },
  component: lazyRouteComponent(() => import('#web/features/accounts/sign-in/LoginPage.tsx'), 'LoginPage'),
})
