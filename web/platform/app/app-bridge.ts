/**
 * The bridge to the mobile app, if the page runs in it: the app may hide its tab bar and opens external links itself.
 * Messages are JSON `{ type, … }`, sent to either common kind of web view; outside the app nothing happens.
 */
import { SMALL_SCREEN } from '#web/kit/widths.ts'

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
  /** Requests the push token of this device. The response is an event, `app:push`. */
  | { type: 'push'; value: 'ask' }
  /** The badge count of the app's icon. */
  | { type: 'badge'; value: number }

function wrapper(): Wrapper | undefined {
  if (typeof window === 'undefined') return undefined
  const { CounterpartApp, ReactNativeWebView } = window as unknown as WrappedWindow
  return CounterpartApp ?? ReactNativeWebView
}

export const isInApp = (): boolean => wrapper() !== undefined

/** Returns true if an app received the message. */
export function postToApp(message: BridgeMessage): boolean {
  const app = wrapper()
  app?.postMessage(JSON.stringify(message))
  return app !== undefined
}

export const setAppTabBar = (value: 'show' | 'hide'): boolean => postToApp({ type: 'tabBar', value })

/** Where the page runs; also decides the fallback of back links. */
export type Platform = 'web' | 'mobile' | 'web-mobile'
export function platformOf(): Platform {
  if (isInApp()) return 'mobile'
  return matchMedia(SMALL_SCREEN).matches ? 'web-mobile' : 'web'
}

/** The app may show its own tab bar; it announces that with an event, and ours makes room. */
export const APP_TABS_EVENT = 'app:tabs'
export function watchAppTabs(): void {
  addEventListener(APP_TABS_EVENT, (event) => {
    document.body.classList.toggle('has-app-tabs', (event as CustomEvent<unknown>).detail === 'show')
  })
}
