import { useSyncExternalStore } from 'react'

/** Calls every listener with each event, in the order in which they subscribed. */
export function createEmitter<Event = void>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit(event: Event): void {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener: (event: Event) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export interface Store<T> {
  get(): T
  set(next: T): void
  update(change: (now: T) => T): void
  subscribe(listener: () => void): () => void
  /** The value as React state. While the page hydrates it is `onServer`. */
  use(): T
}

/**
 * One value outside React. `onServer` is the value for server rendering, where it differs from the browser's initial
 * value.
 */
export function createStore<T>(initial: T, { onServer = initial }: { onServer?: T } = {}): Store<T> {
  const changes = createEmitter()
  let value = initial
  const get = () => value
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    changes.emit()
  }
  return {
    get,
    set,
    update: (change) => set(change(value)),
    subscribe: changes.subscribe,
    use: () => useSyncExternalStore(changes.subscribe, get, () => onServer),
  }
}

/** A part of something that changes outside React. `read` must return the same object while that part is the same. */
export const useSubscribed = <T>(subscribe: Store<T>['subscribe'], read: () => T): T =>
  useSyncExternalStore(subscribe, read, read)

/** Whether the window matches a media query. While the page hydrates it is `onServer`. */
export function createMedia(query: string) {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return <T>(onServer: T): boolean | T =>
    useSyncExternalStore<boolean | T>(
      subscribe,
      () => matchMedia(query).matches,
      () => onServer,
    )
}

const NEVER_CHANGES = () => () => undefined

/** False on the server and during hydration, so that browser-dependent content renders after hydration. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  )
