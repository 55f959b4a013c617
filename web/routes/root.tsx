import { Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { useAnnouncement } from '#web/platform/arrival.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { Toasts } from '#web/platform/Toasts.tsx'
import { MaintenancePage } from '#web/routes/maintenance.tsx'
import { NotFoundPage } from '#web/routes/not-found.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

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

function Announcer() {
  return (
    <div role="status" className="visually-hidden">
      {useAnnouncement()}
    </div>
  )
}
