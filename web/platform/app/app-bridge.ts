/**
 * The mobile wrapper, where there is one: it may hide its tab bar and opens other sites itself. Messages are
 * JSON `{ type, … }`, heard by either common kind of web view; without a wrapper nothing happens.
 */
interface Wrapper {
  postMessage(message: string): void
}
interface WrappedWindow {
  CounterpartApp?: Wrapper
  ReactNativeWebView?: Wrapper
}

export type BridgeMessage =
  | { type: 'tabBar'; value: 'show' | 'hide' }
  | { type: 'openExternal'; value: string }
  /** Asks where this device can be called. The answer is an event, `app:push`. */
  | { type: 'push'; value: 'ask' }
  /** The number on the icon of the app. */
  | { type: 'badge'; value: number }

function wrapper(): Wrapper | undefined {
  if (typeof window === 'undefined') return undefined
  const { CounterpartApp, ReactNativeWebView } = window as unknown as WrappedWindow
  return CounterpartApp ?? ReactNativeWebView
}

export const isInApp = (): boolean => wrapper() !== undefined

/** True when a wrapper took the message. */
export function postToApp(message: BridgeMessage): boolean {
  const app = wrapper()
  app?.postMessage(JSON.stringify(message))
  return app !== undefined
}

export const setAppTabBar = (value: 'show' | 'hide'): boolean => postToApp({ type: 'tabBar', value })

/** Where the page runs; also decides the fallback of back links. */
export type Platform = 'web' | 'mobile' | 'web-mobile'
export const SMALL_SCREEN = '(max-width: 640px)'
export function platformOf(): Platform {
  if (isInApp()) return 'mobile'
  return matchMedia(SMALL_SCREEN).matches ? 'web-mobile' : 'web'
}

/** The wrapper may show tabs of its own; it says so with an event, and ours make room. */
export const APP_TABS_EVENT = 'app:tabs'
export function watchAppTabs(): void {
  addEventListener(APP_TABS_EVENT, (event) => {
    document.body.classList.toggle('has-app-tabs', (event as CustomEvent<unknown>).detail === 'show')
  })
}
