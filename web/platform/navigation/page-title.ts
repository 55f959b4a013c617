/** Arriving at a page: its title in the tab and read aloud, and the focus on its first heading. */
import { createContext, useContext, useEffect } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { createStore } from '#web/kit/store.ts'
import { replayEarlyClick } from '#web/platform/navigation/early-clicks.ts'
import { LayerContext, useOverlay } from '#web/platform/navigation/navigation.ts'

/** Where a page rendered on the server leaves its title for the head. */
export const TitleContext = createContext<{ title: string } | null>(null)

/** Whether the page is the one in front: a page beneath an overlay stays mounted and must keep quiet. */
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

/** How much waits for the member in all places together stands before the title in the tab. */
export function setTitleBadge(place: 'notifications' | 'inbox', count: number): void {
  waiting.set(place, count)
  if (shown) show()
}

let expected = false
/** What a screen reader is told when a page has come. */
const announcement = createStore('')

/** The route changed: whatever page comes next moves the focus when it has its heading. */
export function announceNextPage(): void {
  expected = true
}

/** The heading that has the focus; while a page loads it is another than the one that follows. */
let arrivedAt: HTMLElement | undefined

function arrive(title: string): void {
  const isLost = arrivedAt?.isConnected === false && document.activeElement === document.body
  if (!expected && !isLost) return
  // Within an overlay only: what is beneath it has a heading too, but cannot take the focus.
  const layer = document.querySelector('[data-top-layer]') ?? document
  const heading = layer.querySelector<HTMLElement>('h1')
  if (!heading) return
  expected = false
  arrivedAt = heading
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  announcement.set(title)
}

/** Each page calls it once, also while loading; the name of the product is added. */
export function useTitle(title: string): void {
  const onServer = useContext(TitleContext)
  const isInFront = useIsTopLayer()
  if (onServer) onServer.title = pageTitle(title)
  // Here and not at the root: what a page shows is taken over after the frame around it.
  useEffect(replayEarlyClick, [])
  useEffect(() => {
    if (!isInFront) return
    shown = pageTitle(title)
    show()
    arrive(title)
  }, [title, isInFront])
}

export const useRouteAnnouncement = announcement.use
