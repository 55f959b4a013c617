/**
 * The history of the browser with three rules of ours: a trail of where the tab has been, no route change for
 * a moment after going back (a second click on a slow page would undo it), and foreign entries made our own.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { barePath } from '#shared/routes.ts'
import { visitsAfter, type Visits } from '#web/platform/navigation/visit-history.ts'

export const BACK_GUARD_MS = 300
/** What stands behind the bang when no message is meant. */
export const OPEN_FRAGMENT = 'open'
const TRAIL_KEY = 'trail'
const INDEX = '__TSR_index'

let trail: Visits = []
let index = 0
const listeners = new Set<() => void>()

export const visitHistory = (): { trail: Visits; index: number } => ({ trail, index })
export function subscribeToVisits(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(history: RouterHistory, isPush: boolean): void {
  index = history.location.state[INDEX]
  trail = visitsAfter(trail, index, history.location.href, isPush)
  try {
    sessionStorage.setItem(TRAIL_KEY, JSON.stringify(trail))
  } catch {
    // The trail then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function storedTrail(): Visits {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(TRAIL_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.map((href) => (typeof href === 'string' ? href : undefined)) : []
  } catch {
    return []
  }
}

/** A page that was shown as an overlay stands for itself when it is loaded: the bang and what was beneath go. */
function settleOverlayAddress(): void {
  const { pathname, search, hash } = window.location
  if (!hash.startsWith('#!')) return
  const { __tempLocation: _gone, ...state } = (window.history.state ?? {}) as Record<string, unknown>
  const fragment = hash.slice(2)
  const address = pathname + search + (fragment === OPEN_FRAGMENT || fragment === '' ? '' : `#${fragment}`)
  window.history.replaceState(window.history.state && state, '', address)
}

export function createHistory(): RouterHistory {
  settleOverlayAddress()
  const history = createBrowserHistory()
  trail = storedTrail()
  keep(history, history.location.state[INDEX] === 0)
  let guardedUntil = 0
  let here = history.location.href
  history.subscribe(({ location, action }) => {
    const wasBack = action.type === 'BACK' || (action.type === 'GO' && action.index < 0)
    if (wasBack) guardedUntil = performance.now() + BACK_GUARD_MS
    // An entry that another script pushed has no state of ours; the address is all there is to go by.
    const isForeign = !location.state.__TSR_key
    if (
      isForeign &&
      action.type !== 'PUSH' &&
      action.type !== 'REPLACE' &&
      barePath(location.href) !== barePath(here)
    ) {
      queueMicrotask(() => history.replace(window.location.pathname + window.location.search + window.location.hash))
    }
    here = location.href
    keep(history, action.type === 'PUSH')
  })
  return guarded(history, () => performance.now() < guardedUntil)
}

/** Drops changes of the route while guarded; a new query or hash on the same path may pass. */
function guarded(history: RouterHistory, isGuarded: () => boolean): RouterHistory {
  const dropped = (path: string) => isGuarded() && barePath(path) !== barePath(history.location.pathname)
  const { push, replace } = history
  history.push = (path, state, options) => {
    if (!dropped(path)) push(path, state, options)
  }
  history.replace = (path, state, options) => {
    if (!dropped(path)) replace(path, state, options)
  }
  return history
}
