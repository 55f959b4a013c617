import { Suspense, type MouseEvent, type ReactNode } from 'react'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { useInBrowser } from '#web/kit/store.ts'
import { LayerContext, useOverlay, useOverlayLifecycle } from '#web/platform/navigation/navigation.ts'
import { SCROLLER_ID } from '#web/platform/navigation/scrolling.ts'
import { Outlet, useRouterState } from '#web/platform/router/RouterProvider.tsx'
import { useAppLifecycle } from '#web/platform/shell/use-app-lifecycle.ts'
import { useUser } from '#web/platform/session/session.ts'
import { OfflineNotice } from '#web/platform/shell/OfflineNotice.tsx'
import { SearchBar } from '#web/platform/shell/navigation/SearchBar.tsx'
import { Sidebar } from '#web/platform/shell/navigation/Sidebar.tsx'
import { TopBar } from '#web/platform/shell/navigation/TopBar.tsx'
import { TabBar } from '#web/platform/shell/navigation/TabBar.tsx'
import { DeskContext } from '#web/platform/shell/Page.tsx'
import { DeskPlace } from '#web/routes/layouts/DeskPlace.tsx'
import { useShortcuts } from '#web/routes/layouts/use-shortcuts.ts'
import { OverlayPage } from '#web/routes/overlays.tsx'
import { StaffFrame } from '#web/routes/staff/staff-pages.ts'
import styles from './MainLayout.module.css'

const DeferredFeatures = lazyOrNothing(() => import('#web/routes/layouts/DeferredFeatures.tsx'))
const Palette = lazyOrNothing(() => import('#web/routes/palette/MemberPalette.tsx'))
const PaymentBanner = lazyOrNothing(() => import('#web/features/membership/PaymentBanner.tsx'))

const DESK = <DeskPlace />

/** Spine, sheet and desk. An overlay opens a second page over the first, which keeps its scroll position. */
export function MainLayout() {
  const overlay = useOverlay()
  const isStaff = useRouterState(({ matches }) => matches.at(-1)?.staticData.isStaff)
  useAppLifecycle()
  useOverlayLifecycle()
  useShortcuts()
  const isCovered = overlay !== undefined
  // Not on the server, which does not wait for lazy modules.
  const viewer = useUser()
  const isUnpaid = useInBrowser() && viewer.past_due_until !== null
  return (
    <div className={isStaff ? `${styles.app} theme-thesuite` : styles.app}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to main content
      </a>
      {isStaff ? (
        <StaffFrame />
      ) : (
        <>
          <Sidebar />
          <TopBar>
            <SearchBar label="Search everything, or type a command" Palette={Palette} />
          </TopBar>
        </>
      )}
      <div id={SCROLLER_ID} className={styles.frame} inert={isCovered} data-covered={isCovered || undefined}>
        {isUnpaid && (
          <Suspense>
            <PaymentBanner />
          </Suspense>
        )}
        <DeskContext value={!isStaff && DESK}>
          <Outlet />
        </DeskContext>
      </div>
      {overlay && (
        <LayerContext value={true}>
          <Layer key={overlay.path}>
            <OverlayPage path={overlay.path} query={overlay.query} />
          </Layer>
        </LayerContext>
      )}
      <OfflineNotice />
      <AfterFirstView>
        <DeferredFeatures />
      </AfterFirstView>
      {!isStaff && <TabBar />}
    </div>
  )
}

function Layer({ children }: { children: ReactNode }) {
  return (
    <div className={`${styles.frame} ${styles.layer}`} data-top-layer="">
      {/* Without this boundary the whole frame would disappear while the page's module loads. */}
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
