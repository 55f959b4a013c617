/** All staff pages in one module: members never need it, and each separate module would be named in every page. */
import type { QueryClient } from '@tanstack/react-query'
import { barePath } from '#shared/routes.ts'
import { notFound, rootRouteId } from '#web/platform/router/interrupts.ts'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'
import type { Viewer } from '#web/platform/session/session.ts'
import { requireId } from '#web/routes/record.ts'
import { deskOf, desksFor } from '#web/routes/staff/desks.tsx'

export { StaffFrame } from '#web/routes/staff/frame/StaffFrame.tsx'

/** The page of a desk, or of one entry of it. */
export function DeskPage() {
  const path = useRouterState(({ location }) => barePath(location.pathname))
  const desk = deskOf(path)
  const Page = desk?.path === path ? desk.Page : desk?.ItemPage
  return Page ? <Page /> : null
}

/**
 * Refuses addresses that no desk has, and desks that the viewer has no permission for. The server loads an entry, because
 * a missing one has another status.
 */
export async function openDesk(client: QueryClient, viewer: Viewer, path: string): Promise<void> {
  const desk = deskOf(path)
  const own = desksFor(viewer).flatMap(({ desks }) => desks)
  if (!desk || !own.includes(desk)) throw notFound({ routeId: rootRouteId })
  if (desk.path === path) return
  const itemId = path.slice(desk.path.length + 1)
  if (desk.hasNew && itemId === 'new') return
  if (!desk.ItemPage) throw notFound({ routeId: rootRouteId })
  requireId(itemId)
  if (import.meta.env.SSR) await desk.loadItem?.(client, Number(itemId))
}
