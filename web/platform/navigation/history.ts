/**
 * The browser history with three additions: a trail of the pages this tab has visited, no route change for a moment
 * after going back (a second click on a slow page would undo it), and adoption of entries made by other scripts.
 */
import { barePath } from '#shared/routes.ts'
import { createStore } from '#web/kit/store.ts'
import { visitsAfter, type Visits } from '#web/platform/navigation/visit-history.ts'
import { createBrowserHistory, type RouterHistory } from '#web/platform/router/history.ts'
import type { EntryState } from '#web/platform/router/location.ts'
import { readSessionJson, writeSessionJson } from '#web/platform/storage/json-storage.ts'
import { SESSION_KEYS } from '#web/platform/storage/storage-keys.ts'

export const BACK_GUARD_MS = 300
/** The fragment after `#!` if no message is targeted. */
export const OPEN_FRAGMENT = 'open'

export const visitHistory = createStore<{ trail: Visits; index: number }>({ trail: [], index: 0 })

function keep(history: RouterHistory, earlier: Visits, isPush: boolean): void {
  const { index = 0 } = history.location.state
  const trail = visitsAfter(earlier, index, history.location.href, isPush)
  // If storage refuses it, the trail lasts as long as the page.
  writeSessionJson(SESSION_KEYS.visits, trail)
  visitHistory.set({ trail, index })
}

function storedTrail(): Visits {
  const stored = readSessionJson<unknown>(SESSION_KEYS.visits)
  return Array.isArray(stored) ? stored.map((href) => (typeof href === 'string' ? href : undefined)) : []
}

/** A page that was shown as an overlay becomes the full page on a reload: the `#!` and the page under it go. */
function settleOverlayAddress(): void {
  const { pathname, search, hash } = window.location
  if (!hash.startsWith('#!')) return
  const { overlay: _overlay, beneath: _beneath, ...state } = (window.history.state ?? {}) as EntryState
  const fragment = hash.slice(2)
  const address = pathname + search + (fragment === OPEN_FRAGMENT || fragment === '' ? '' : `#${fragment}`)
  window.history.replaceState(window.history.state && state, '', address)
}

export function createHistory(): RouterHistory {
  settleOverlayAddress()
  const history = createBrowserHistory()
  keep(history, storedTrail(), history.location.state.index === 0)
  let guardedUntil = 0
  let here = history.location.href
  history.subscribe(({ type, delta }) => {
    const { location } = history
    if (delta < 0) guardedUntil = performance.now() + BACK_GUARD_MS
    // An entry pushed by another script has none of our state; only its URL is known.
    const isForeign = location.state.key === undefined
    if (isForeign && type === 'TRAVEL' && barePath(location.href) !== barePath(here)) {
      queueMicrotask(() => history.replace(location.href))
    }
    here = location.href
    keep(history, visitHistory.get().trail, type === 'PUSH')
  })
  return guarded(history, () => performance.now() < guardedUntil)
}

/** Drops route changes while guarded; a new query or hash on the same path is allowed. */
function guarded(history: RouterHistory, isGuarded: () => boolean): RouterHistory {
  const dropped = (href: string) => isGuarded() && barePath(href) !== barePath(history.location.pathname)
  const { push, replace } = history
  history.push = (href, state) => {
    if (!dropped(href)) push(href, state)
  }
  history.replace = (href, state) => {
    if (!dropped(href)) replace(href, state)
  }
  return history
}
