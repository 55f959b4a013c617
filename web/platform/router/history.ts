/** The entries of the browser's history, or for server rendering and tests a single one. */
import { createEmitter } from '#web/kit/store.ts'
import { parseAddress, type EntryState, type RouterLocation } from '#web/platform/router/location.ts'

export interface HistoryChange {
  type: 'PUSH' | 'REPLACE' | 'TRAVEL'
  /** Number of entries moved; negative is back. Not a number if another script made one of the entries. */
  delta: number
}

export interface RouterHistory {
  /** The address that the browser shows. */
  readonly location: RouterLocation
  push(href: string, state?: EntryState): void
  replace(href: string, state?: EntryState): void
  go(delta: number): void
  subscribe(listener: (change: HistoryChange) => void): () => void
}

const newKey = () => Math.random().toString(36).slice(2, 10)

/** One request on the server. */
export function createMemoryHistory(href: string): RouterHistory {
  const nothing = () => undefined
  return {
    location: parseAddress(href, { key: 'server', index: 0 }),
    push: nothing,
    replace: nothing,
    go: nothing,
    subscribe: () => nothing,
  }
}

export function createBrowserHistory(): RouterHistory {
  const { history } = window
  const changes = createEmitter<HistoryChange>()
  const [pushState, replaceState] = [history.pushState, history.replaceState]
  const read = () =>
    parseAddress(
      window.location.pathname + window.location.search + window.location.hash,
      (history.state ?? {}) as EntryState,
    )
  if (typeof read().state.index !== 'number') replaceState.call(history, { key: newKey(), index: 0 }, '')
  let location = read()
  const changed = (type: HistoryChange['type'], delta = 0) => {
    location = read()
    changes.emit({ type, delta })
  }
  // Other scripts may change the address too.
  history.pushState = (...entry) => (pushState.apply(history, entry), changed('PUSH'))
  history.replaceState = (...entry) => (replaceState.apply(history, entry), changed('REPLACE'))
  addEventListener('popstate', () => changed('TRAVEL', (read().state.index ?? NaN) - (location.state.index ?? NaN)))
  const entry = (state: EntryState, step: number) => ({
    ...state,
    key: newKey(),
    index: (location.state.index ?? 0) + step,
  })
  return {
    get location() {
      return location
    },
    push: (href, state = {}) => history.pushState(entry(state, 1), '', parseAddress(href).href),
    replace: (href, state = {}) => history.replaceState(entry(state, 0), '', parseAddress(href).href),
    go: (delta) => history.go(delta),
    subscribe: changes.subscribe,
  }
}
