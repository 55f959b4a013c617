import { Suspense, type ComponentType } from 'react'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { useInBrowser } from '#web/kit/store.ts'
import { WIDE_SCREEN } from '#web/kit/widths.ts'
import { usePageProps } from '#web/platform/page-props.ts'

/** Resolves once the window has room for the desk; styles hide it when there is none again. */
const room = () =>
  new Promise<void>((resolve) => {
    const wide = matchMedia(WIDE_SCREEN)
    const check = () => wide.matches && resolve()
    wide.onchange = check
    check()
  })

const load = () => import('#web/routes/layouts/MemberDesk.tsx')
const RenderedDesk = lazyOrNothing(load)
const LaterDesk = lazyOrNothing(async () => {
  await room()
  return load()
})

/** Set on the server, where it is loaded before the page is rendered. */
let Loaded: ComponentType | undefined
export const setLoadedDesk = (Desk: ComponentType) => void (Loaded = Desk)

/**
 * The desk. If the server has rendered it, its HTML stays until the module is here, so nothing above may render this
 * boundary again. Otherwise it comes when the page stands.
 */
export function DeskPlace() {
  const Desk = usePageProps().hasDesk ? (import.meta.env.SSR && Loaded) || RenderedDesk : Later
  return (
    <Suspense>
      <Desk />
    </Suspense>
  )
}

const Later = () => useInBrowser() && <LaterDesk />
