import { Suspense } from 'react'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { useInBrowser } from '#web/kit/store.ts'

/** Resolves once the window has room for the desk; styles hide it when there is none again. */
const room = () =>
  new Promise<void>((resolve) => {
    const wide = matchMedia('(min-width: 1280px)')
    const check = () => wide.matches && resolve()
    wide.onchange = check
    check()
  })

const MemberDesk = lazyOrNothing(async () => {
  await room()
  return import('#web/routes/layouts/MemberDesk.tsx')
})

/** The desk, only in the browser: the page never waits for it. */
export const DeskPlace = () =>
  useInBrowser() && (
    <Suspense>
      <MemberDesk />
    </Suspense>
  )
