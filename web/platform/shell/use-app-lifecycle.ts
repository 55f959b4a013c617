/** Side effects of the main layout: the live stream, the session, the member's identity. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isTheme } from '#shared/networks.ts'
import { identify } from '#web/platform/analytics/analytics.ts'
import { setAppTabBar } from '#web/platform/app/app-bridge.ts'
import { liveState } from '#web/platform/live/live.ts'
import { pageProps } from '#web/platform/page-props.ts'
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { primaryNetworkOf, refreshSession, useUser } from '#web/platform/session/session.ts'
import { applyTheme } from '#web/platform/session/theme.ts'

/** The first view is painted and usable before anything else is requested. */
const START_DELAY_MS = 300

export function useAppLifecycle(): void {
  const viewer = useUser()
  const client = useQueryClient()
  const { id, standing } = viewer
  const { theme, favicon } = primaryNetworkOf(viewer) ?? {}
  useEffect(() => {
    document.body.classList.add('is-app')
    return () => document.body.classList.remove('is-app')
  }, [])
  useEffect(() => {
    if (isTheme(theme)) applyTheme(theme, favicon)
  }, [theme, favicon])
  useEffect(() => identify(viewer), [viewer])
  useEffect(() => {
    // The app's tab bar and ours must not overlap.
    if (setAppTabBar('hide')) return () => void setAppTabBar('show')
  }, [])
  useEffect(() => {
    const stops: (() => void)[] = []
    let isGone = false
    const timer = setTimeout(() => {
      void refreshSession()
      // Only full members may read what the stream reports; staff who view as a member report and store nothing.
      if (standing !== 'full' || pageProps()?.impersonation) return
      import('#web/platform/live/live-stream.ts').then(
        ({ startLive }) => isGone || stops.push(startLive()),
        // Without the stream, pages poll.
        () => liveState.set('lost'),
      )
      import('#web/platform/session/presence.ts').then(
        ({ startPresence }) => isGone || stops.push(startPresence()),
        () => {},
      )
      if (readString(STORAGE_KEYS.push) === String(id))
        void import('#web/platform/app/push-device.ts').then(({ refreshPush }) => refreshPush()).catch(() => {})
      if (readString(STORAGE_KEYS.offline) === String(id))
        void import('#web/platform/storage/offline-cache.ts')
          .then(({ cacheForOffline }) => cacheForOffline(client, id))
          .catch(() => {})
    }, START_DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client, id, standing])
}
