import type { ReactNode } from 'react'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { useRouteAnnouncement } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { Outlet, useRouterState } from '#web/platform/router/RouterProvider.tsx'
import { createRootRoute } from '#web/platform/router/route.ts'
import type { RouterState } from '#web/platform/router/router.ts'
import { useShownTheme } from '#web/platform/shell/use-shown-theme.ts'
import { Toasts } from '#web/platform/toasts/Toasts.tsx'
import { MaintenancePage } from '#web/routes/maintenance.tsx'
import { NotFoundPage } from '#web/routes/NotFoundPage.tsx'

const ImpersonationBanner = lazyWithPreload(() => import('#web/features/staff-members/ImpersonationBanner.tsx'))

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
})

/** Whether the current route has `hasNoLayout`. */
export const hasNoLayout = ({ matches }: Pick<RouterState, 'matches'>): boolean =>
  matches.at(-1)?.staticData.hasNoLayout === true

/** Component of a layout route: the layout, or for a page with `hasNoLayout` only the page, in the layout's theme. */
export const withLayout = (Layout: () => ReactNode) =>
  function PageWithLayout() {
    return useRouterState(hasNoLayout) ? <BarePage /> : <Layout />
  }

function Root() {
  // Only the text "true" means maintenance; it replaces every page, including the status page. The browser does not
  // hydrate it.
  const { impersonation, maintenance } = usePageProps()
  if (import.meta.env.SSR && maintenance === 'true') return <MaintenancePage />
  return (
    <>
      <Outlet />
      <Announcer />
      <Toasts />
      {impersonation && <ImpersonationBanner {...impersonation} />}
    </>
  )
}

function BarePage() {
  return (
    <div className={`theme-${useShownTheme()}`}>
      <Outlet />
    </div>
  )
}

function Announcer() {
  return (
    <div role="status" className="visually-hidden">
      {useRouteAnnouncement()}
    </div>
  )
}
