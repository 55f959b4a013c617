import { Outlet } from '@tanstack/react-router'
import { Suspense, useRef, type MouseEvent, type ReactNode } from 'react'
import { LayerContext } from '#web/platform/arrival.ts'
import { useOverlay, useOverlayLife } from '#web/platform/navigation.ts'
import { SCROLLER_ID } from '#web/platform/scrolling.ts'
import { useMainLife } from '#web/platform/shell/main-life.ts'
import { OfflineLine } from '#web/platform/shell/OfflineLine.tsx'
import { Spine } from '#web/platform/shell/Spine.tsx'
import { Strip } from '#web/platform/shell/Strip.tsx'
import { Tabs } from '#web/platform/shell/Tabs.tsx'
import { useShortcuts } from '#web/routes/layouts/use-shortcuts.ts'
import { OverlayPage } from '#web/routes/overlays.tsx'
import styles from './MainLayout.module.css'

/** Spine, sheet and desk. An overlay opens a second page over the first, which keeps its place. */
export function MainLayout() {
  const overlay = useOverlay()
  const app = useRef<HTMLDivElement>(null)
  useMainLife(app)
  useOverlayLife()
  useShortcuts()
  const isCovered = overlay !== undefined
  return (
    <div ref={app} className={styles.app}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      <Spine />
      <Strip />
      <div id={SCROLLER_ID} className={styles.frame} inert={isCovered} data-covered={isCovered || undefined}>
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
      <Tabs />
    </div>
  )
}

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
