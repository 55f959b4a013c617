/** Arriving at a page: its title in the tab and read aloud, and the focus on its first heading. */
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { doEarlyActs } from '#web/platform/early-acts.ts'
import { useOverlay } from '#web/platform/navigation.ts'

/** Where a page rendered on the server leaves its title for the head. */
export const TitleContext = createContext<{ title: string } | null>(null)

/** True within an overlay. */
export const LayerContext = createContext(false)

/** Whether the page is the one in front: a page beneath an overlay stays mounted and must keep quiet. */
export function useIsInFront(): boolean {
  const isOverlay = useContext(LayerContext)
  return (useOverlay() !== undefined) === isOverlay
}

export const fullTitle = (title: string): string => (title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`)

const waiting = new Map<string, number>()
let shown = ''
function show(): void {
  const count = [...waiting.values()].reduce((sum, each) => sum + each, 0)
  document.title = count > 0 ? `(${count}) ${shown}` : shown
}

/** How much waits for the member in all places together stands before the title in the tab. */
export function setTitleCount(place: 'notifications' | 'inbox', count: number): void {
  waiting.set(place, count)
  if (shown) show()
}

let expected = false
let announced = ''
const listeners = new Set<() => void>()

/** The route changed: whatever page comes next moves the focus when it has its heading. */
export function expectArrival(): void {
  expected = true
}

function arrive(title: string): void {
  if (!expected) return
  // Within an overlay only: what is beneath it has a heading too, but cannot take the focus.
  const layer = document.querySelector('[data-top-layer]') ?? document
  const heading = layer.querySelector<HTMLElement>('h1')
  if (!heading) return
  expected = false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  announced = title
  for (const listener of listeners) listener()
}

/** Each page calls it once, also while loading; the name of the product is added. */
export function useTitle(title: string): void {
  const onServer = useContext(TitleContext)
  const isInFront = useIsInFront()
  if (onServer) onServer.title = fullTitle(title)
  // Here and not at the root: what a page shows is taken over after the frame around it.
  useEffect(doEarlyActs, [])
  useEffect(() => {
    if (!isInFront) return
    shown = fullTitle(title)
    show()
    arrive(title)
  }, [title, isInFront])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useAnnouncement = (): string =>
  useSyncExternalStore(
    subscribe,
    () => announced,
    () => '',
  )
