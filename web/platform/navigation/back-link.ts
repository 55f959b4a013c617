/** Back links to the previous page, by name. */
import { useContext, type MouseEvent } from 'react'
import { backLabelOf } from '#shared/back-targets.ts'
import { ROUTES, barePath } from '#shared/routes.ts'
import { readSearchContext, searchContextQuery } from '#shared/search-context.ts'
import { useInBrowser } from '#web/kit/store.ts'
import { platformOf } from '#web/platform/app/app-bridge.ts'
import { visitHistory } from '#web/platform/navigation/history.ts'
import { LayerContext, closeOverlay, isForBrowser, navigateTo, travel } from '#web/platform/navigation/navigation.ts'
import { previousPageOf, type PreviousPage } from '#web/platform/navigation/visit-history.ts'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'

/** The search that led here, if the URL contains one; else the feed in the app and on small screens, or home. */
function fallbackPath(): string {
  const { s, sid } = readSearchContext(Object.fromEntries(new URLSearchParams(location.search)))
  if (s && sid && barePath(location.pathname) !== ROUTES.search) return ROUTES.search + searchContextQuery({ s, sid })
  return platformOf() === 'web' ? ROUTES.home : ROUTES.feed
}

export function goBack(earlier: PreviousPage | undefined = previousPage()): void {
  if (earlier) travel(earlier.delta)
  else navigateTo(fallbackPath())
}

const previousPage = ({ trail, index } = visitHistory.get()): PreviousPage | undefined => previousPageOf(trail, index)

export interface BackLink {
  /** Null on the server, which does not know how wide the page is. */
  label: string | null
  href: string
  /** Goes back in history instead of following `href`, so that the scroll position is restored. */
  onClick: (event: MouseEvent) => void
}

/**
 * A link to the previous page; in an overlay to the page under it, by closing it. The server does not know the history,
 * so it renders a link to the feed, with the label of a page that was opened first.
 */
export function useBackLink(): BackLink {
  const isInFront = useContext(LayerContext)
  const beneath = useRouterState(({ location }) => location.href)
  const isInBrowser = useInBrowser()
  const visits = visitHistory.use()
  const earlier = isInBrowser ? (previousPage(visits)?.href ?? fallbackPath()) : ROUTES.feed
  const href = isInFront ? beneath : earlier
  return {
    label: isInBrowser || isInFront ? backLabelOf(href) : null,
    href,
    onClick: (event) => {
      if (isForBrowser(event)) return
      event.preventDefault()
      if (isInFront) closeOverlay()
      else goBack()
    },
  }
}
