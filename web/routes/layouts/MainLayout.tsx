import { Outlet } from '@tanstack/react-router'
import { Suspense, useRef, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'
import { Later, later } from '#web/kit/Later.tsx'
import { LayerContext } from '#web/platform/arrival.ts'
import { useOverlay, useOverlayLife } from '#web/platform/navigation.ts'
import { SCROLLER_ID } from '#web/platform/scrolling.ts'
import { useMainLife } from '#web/platform/shell/main-life.ts'
import { useUser } from '#web/platform/session.ts'
import { OfflineLine } from '#web/platform/shell/OfflineLine.tsx'
import { Spine } from '#web/platform/shell/Spine.tsx'
import { Strip } from '#web/platform/shell/Strip.tsx'
import { Tabs } from '#web/platform/shell/Tabs.tsx'
import { useShortcuts } from '#web/routes/layouts/use-shortcuts.ts'
import { OverlayPage } from '#web/routes/overlays.tsx'
import styles from './MainLayout.module.css'

const Afterwards = later(() => import('#web/routes/layouts/Afterwards.tsx'))
const Suggestions = later(() => import('#web/features/search/Suggestions.tsx'))
const PaymentBanner = later(() => import('#web/features/membership/PaymentBanner.tsx'))

/** Spine, sheet and desk. An overlay opens a second page over the first, which keeps its place. */
export function MainLayout() {
  const overlay = useOverlay()
  const app = useRef<HTMLDivElement>(null)
  useMainLife(app)
  useOverlayLife()
  useShortcuts()
  const isCovered = overlay !== undefined
  // Not on the server, which does not wait for what comes in a file of its own.
  const viewer = useUser()
  const isUnpaid = useInBrowser() && viewer.past_due_until !== null
  return (
    <div ref={app} className={styles.app}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      <Spine />
      <Strip Suggestions={Suggestions} />
      <div id={SCROLLER_ID} className={styles.frame} inert={isCovered} data-covered={isCovered || undefined}>
        {isUnpaid && (
          <Suspense>
            <PaymentBanner />
          </Suspense>
        )}
        <Outlet />
      </div>
      {overlay && (
        <LayerContext value={true}>
          <Layer key={overlay.path}>
            <OverlayPage path={overlay.path} />
          </Layer>
        </LayerContext>
      )}
      <OfflineLine />
      <Later>
        <Afterwards />
      </Later>
      <Tabs />
    </div>
  )
}

const nothing = () => () => {}
const useInBrowser = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )

function Layer({ children }: { children: ReactNode }) {
  return (
    <div className={`${styles.frame} ${styles.layer}`} data-top-layer="">
      {/* Without this boundary the whole frame would be taken away while the page's module is on its way. */}
      <Suspense>{children}</Suspense>
    </div>
  )
}

function skipToMain(event: MouseEvent): void {
  const target = document.getElementById('main-in-front') ?? document.getElementById('main')
  if (!target) return
  event.preventDefault()
  target.focus()
}
