import { Outlet, createRootRouteWithContext, useRouterState, type RouterState } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRouteAnnouncement } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { useShownTheme } from '#web/platform/shell/use-shown-theme.ts'
import { Toasts } from '#web/platform/toasts/Toasts.tsx'
import { MaintenancePage } from '#web/routes/maintenance.tsx'
import { NotFoundPage } from '#web/routes/NotFoundPage.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

/** Whether the page is flagged as having no layout. */
export const hasNoLayout = ({ matches }: Pick<RouterState, 'matches'>): boolean =>
  matches.at(-1)?.staticData.hasNoLayout === true

/** What a route of a layout shows: the layout, and for a page that is flagged as having none the page within its theme. */
export const withLayout = (Layout: () => ReactNode) =>
  function PageWithLayout() {
    return useRouterState({ select: hasNoLayout }) ? <BarePage /> : <Layout />
  }

function Root() {
  // Only the text "true" means maintenance; it replaces every page, the status page too. The browser leaves it as it is.
  if (import.meta.env.SSR && usePageProps().maintenance === 'true') return <MaintenancePage />
  return (
    <>
      <Outlet />
      <Announcer />
      <Toasts />
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
