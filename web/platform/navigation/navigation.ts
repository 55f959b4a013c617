/** Going elsewhere, and the overlay that opens a page over another. */
import { useRouterState, type AnyRouter } from '@tanstack/react-router'
import { createContext, useEffect, useEffectEvent, type MouseEvent } from 'react'
import { barePath } from '#shared/routes.ts'
import { createEmitter } from '#web/kit/store.ts'
import { BACK_GUARD_MS, OPEN_FRAGMENT } from '#web/platform/navigation/history.ts'
import { mainScroller, restoreScroll } from '#web/platform/navigation/scrolling.ts'

export { BACK_GUARD_MS, mainScroller }

let router: AnyRouter | undefined
/** The browser's one router; there is none while the server renders. */
export function setRouter(next: AnyRouter): void {
  router = next
}

export function navigateTo(href: string, { replace = false } = {}): void {
  void router?.navigate({ href, replace })
}

/** A click that opens a tab or a window, or that somebody has answered. */
export const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** By so many entries of the history; below zero is back. */
export const travel = (delta: number): void => router?.history.go(delta)

// The overlay

export const CLEAR_OVERLAY_EVENT = 'overlay:clear'

export interface Overlay {
  /** The path shown in the address: "/feed/12". */
  path: string
  query: string
  /** What stands behind the bang, "open" or the id of a message element. */
  fragment: string
  /** How many overlays are stacked; one in the usual case. */
  depth: number
}

/** True within an overlay. */
export const LayerContext = createContext(false)

declare module '@tanstack/history' {
  interface HistoryState {
    overlay?: Overlay
    scroll?: number
  }
}

/** The open overlay or undefined; its page beneath stays mounted and keeps its own address. */
export const useOverlay = (): Overlay | undefined =>
  useRouterState({ select: ({ location }) => location.state.overlay })

export interface OverlayOptions {
  query?: string
  fragment?: string
}

/** `openOverlay('/feed/12', { fragment: 'message-7' })` shows `/feed/12#!message-7` over the present page. */
export function openOverlay(path: string, { query = '', fragment = OPEN_FRAGMENT }: OverlayOptions = {}): void {
  if (!router) return
  const { location } = router.state
  const depth = (location.state.overlay?.depth ?? 0) + 1
  if (depth === 1) remember(location.href)
  void router.navigate({
    href: undefined,
    to: location.pathname,
    search: location.search,
    state: { overlay: { path: barePath(path), query, fragment, depth } },
    mask: {
      to: barePath(path),
      search: Object.fromEntries(new URLSearchParams(query)),
      hash: `!${fragment}`,
      unmaskOnReload: true,
    },
    resetScroll: false,
  } as never)
}

/** Of a link: opens what it leads to over the present page. */
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

/** Restores the earlier address and place. */
export function closeOverlay(): void {
  const depth = router?.state.location.state.overlay?.depth
  if (depth) travel(-depth)
}

export const clearOverlay = (): boolean => dispatchEvent(new Event(CLEAR_OVERLAY_EVENT))

const overlayClosed = createEmitter()

/** Runs when an overlay over this page has closed: the feed asks again for what it shows. */
export function useOverlayClosed(handler: () => void): void {
  const onClosed = useEffectEvent(handler)
  useEffect(() => overlayClosed.subscribe(() => onClosed()), [])
}

/** Once, in the main layout: the clear event, the Escape key, and what follows the closing. */
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

/** Escape in a text must not throw the writer out of the page; in a dialog it closes the dialog alone. */
const isForTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select') || target.closest('dialog') !== null)

/** What was beneath is in front again: its place, the focus on what led away from it, and fresh content. */
function settle(path: string): void {
  if (!router || router.state.location.state.overlay) return
  const left = beneath?.href === router.state.location.href ? beneath : undefined
  beneath = undefined
  if (left) void restoreScroll(left.scroll)
  // Reopened by the browser's own buttons there is nothing remembered, but the link to it is mostly still there.
  const opener = left?.focus ?? mainScroller()?.querySelector(`a[href="${path}"], a[href^="${path}?"]`)
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  overlayClosed.emit()
}
