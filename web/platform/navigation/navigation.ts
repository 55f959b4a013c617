/** Navigation, and the overlay that opens a page over another. */
import { createContext, useEffect, useEffectEvent, type MouseEvent } from 'react'
import { barePath } from '#shared/routes.ts'
import { createEmitter } from '#web/kit/store.ts'
import { BACK_GUARD_MS, OPEN_FRAGMENT } from '#web/platform/navigation/history.ts'
import { mainScroller, restoreScroll } from '#web/platform/navigation/scrolling.ts'
import { useRouterState } from '#web/platform/router/RouterProvider.tsx'
import type { Overlay } from '#web/platform/router/location.ts'
import type { Router } from '#web/platform/router/router.ts'

export { BACK_GUARD_MS, mainScroller }

let router: Router | undefined
/** The browser's router; there is none during server rendering. */
export function setRouter(next: Router): void {
  router = next
}

export function navigateTo(href: string, { replace = false } = {}): void {
  void router?.navigate({ to: href, replace })
}

/** A click that the browser should handle (new tab or window), or that was already handled. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Moves by `delta` history entries; negative is back. */
export const travel = (delta: number): void => router?.history.go(delta)

// The overlay

export const CLEAR_OVERLAY_EVENT = 'overlay:clear'

/** True within an overlay. */
export const LayerContext = createContext(false)

/** The open overlay or undefined; the page under it stays mounted and keeps its own URL. */
export const useOverlay = (): Overlay | undefined => useRouterState(({ location }) => location.state.overlay)

export interface OverlayOptions {
  query?: string
  fragment?: string
}

/** `openOverlay('/feed/12', { fragment: 'message-7' })` shows `/feed/12#!message-7` over the current page. */
export function openOverlay(path: string, { query = '', fragment = OPEN_FRAGMENT }: OverlayOptions = {}): void {
  if (!router) return
  const { location } = router.state
  const depth = (location.state.overlay?.depth ?? 0) + 1
  if (depth === 1) remember(location.href)
  const target = barePath(path)
  router.openOverlay({ path: target, query, fragment, depth }, `${target}${query && `?${query}`}#!${fragment}`)
}

/** Click handler of a link: opens its target over the current page. */
export function openInFront(event: MouseEvent<HTMLAnchorElement>): void {
  if (isForBrowser(event)) return
  event.preventDefault()
  openLinkInFront(event.currentTarget)
}

export function openLinkInFront({ pathname, search, hash }: HTMLAnchorElement): void {
  openOverlay(pathname, { query: search.slice(1), ...(hash && { fragment: hash.slice(1) }) })
}

let beneath: { href: string; scroll: number; focus: Element | null } | undefined
function remember(href: string): void {
  beneath = { href, scroll: mainScroller()?.scrollTop ?? 0, focus: document.activeElement }
}

/** Restores the earlier URL and scroll position. */
export function closeOverlay(): void {
  const depth = router?.state.location.state.overlay?.depth
  if (depth) travel(-depth)
}

export const clearOverlay = (): boolean => dispatchEvent(new Event(CLEAR_OVERLAY_EVENT))

const overlayClosed = createEmitter()

/** Calls the handler when an overlay over this page has closed: the feed refetches then. */
export function useOverlayClosed(handler: () => void): void {
  const onClosed = useEffectEvent(handler)
  useEffect(() => overlayClosed.subscribe(() => onClosed()), [])
}

/** Used once, in the main layout: the clear event, the Escape key, and the work after closing. */
export function useOverlayLifecycle(): void {
  const path = useOverlay()?.path
  useEffect(() => {
    if (path === undefined) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isForTarget(event.target)) closeOverlay()
    }
    addEventListener(CLEAR_OVERLAY_EVENT, closeOverlay)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener(CLEAR_OVERLAY_EVENT, closeOverlay)
      removeEventListener('keydown', onKey)
      settle(path)
    }
  }, [path])
}

/** Escape in a text field must not close the page; in a dialog it closes only the dialog. */
const isForTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select') || target.closest('dialog') !== null)

/** After closing an overlay: restores the scroll position, focuses the link that opened it, and refetches. */
function settle(path: string): void {
  if (!router || router.state.location.state.overlay) return
  const left = beneath?.href === router.state.location.href ? beneath : undefined
  beneath = undefined
  if (left) void restoreScroll(left.scroll)
  // After the browser's own back button nothing is remembered, but usually the link still exists.
  const opener = left?.focus ?? mainScroller()?.querySelector(`a[href="${path}"], a[href^="${path}?"]`)
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  overlayClosed.emit()
}
