/** What lives as long as the main layout: the stream, the session, the member's identity, the frame's height. */
import { useEffect, type RefObject } from 'react'
import { isTheme } from '#shared/networks.ts'
import { identify } from '#web/platform/analytics.ts'
import { setAppTabBar } from '#web/platform/app-bridge.ts'
import { startLive } from '#web/platform/live.ts'
import { primaryNetworkOf, refreshSession, useUser } from '#web/platform/session.ts'
import { applyTheme } from '#web/platform/theme.ts'

/** The first view is painted and usable before anything else is asked for. */
const START_DELAY_MS = 300

export function useMainLife(app: RefObject<HTMLElement | null>): void {
  const viewer = useUser()
  const theme = primaryNetworkOf(viewer)?.theme
  useEffect(() => {
    document.body.classList.add('is-app')
    return () => document.body.classList.remove('is-app')
  }, [])
  useEffect(() => {
    if (isTheme(theme)) applyTheme(theme)
  }, [theme])
  useEffect(() => identify(viewer), [viewer])
  useEffect(() => {
    // The wrapper's own tab bar and ours must not stand on top of each other.
    if (setAppTabBar('hide')) return () => void setAppTabBar('show')
  }, [])
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      void refreshSession()
      stop = startLive()
    }, START_DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  useEffect(() => watchTopMargin(app.current), [app])
}

/** Something above the page (a banner of the browser or the wrapper) pushes it down by the body's margin. */
function watchTopMargin(app: HTMLElement | null): (() => void) | undefined {
  if (!app) return undefined
  const fit = () => {
    const margin = document.body.style.marginTop
    app.style.height = margin ? `calc(100dvh - ${margin})` : ''
  }
  fit()
  const observer = new MutationObserver(fit)
  observer.observe(document.body, { attributes: true, attributeFilter: ['style'] })
  return () => observer.disconnect()
}
