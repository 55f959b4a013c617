/** When a page opens: sets the tab title, announces it to screen readers, and focuses the first heading. */
import { createContext, useContext, useEffect } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { createStore } from '#web/kit/store.ts'
import { replayEarlyClick } from '#web/platform/navigation/early-clicks.ts'
import { LayerContext, useOverlay } from '#web/platform/navigation/navigation.ts'

/** Server rendering only: the page writes its title here, for the head. */
export const TitleContext = createContext<{ title: string } | null>(null)

/** Whether the page is the top one: a page under an overlay stays mounted and must not set the title. */
export function useIsTopLayer(): boolean {
  const isOverlay = useContext(LayerContext)
  return (useOverlay() !== undefined) === isOverlay
}

export const pageTitle = (title: string): string => (title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`)

const waiting = new Map<string, number>()
let shown = ''
function show(): void {
  const count = [...waiting.values()].reduce((sum, each) => sum + each, 0)
  document.title = count > 0 ? `(${count}) ${shown}` : shown
}

/** Shows the sum of the unread counts before the title in the tab. */
export function setTitleBadge(place: 'notifications' | 'inbox', count: number): void {
  waiting.set(place, count)
  if (shown) show()
}

let expected = false
/** The screen reader announcement when a page has opened. */
const announcement = createStore('')

/** After a route change, the next page that has a heading focuses it. */
export function announceNextPage(): void {
  expected = true
}

/** The focused heading; the heading of a loading page is replaced later. */
let arrivedAt: HTMLElement | undefined

function arrive(title: string): void {
  const isLost = arrivedAt?.isConnected === false && document.activeElement === document.body
  if (!expected && !isLost) return
  // Search the overlay only: the page under it has a heading too, but cannot take the focus.
  const layer = document.querySelector('[data-top-layer]') ?? document
  const heading = layer.querySelector<HTMLElement>('h1')
  if (!heading) return
  expected = false
  arrivedAt = heading
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  announcement.set(title)
}

/** Each page calls it once, even while loading; the product name is appended. */
export function useTitle(title: string): void {
  const onServer = useContext(TitleContext)
  const isInFront = useIsTopLayer()
  if (onServer) onServer.title = pageTitle(title)
  // Here and not at the root, because a page hydrates after the frame around it.
  useEffect(replayEarlyClick, [])
  useEffect(() => {
    if (!isInFront) return
    shown = pageTitle(title)
    show()
    arrive(title)
  }, [title, isInFront])
}

export const useRouteAnnouncement = announcement.use
