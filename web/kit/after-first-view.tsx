import { Suspense, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Contained } from '#web/kit/Contained.tsx'

const AT_LATEST_MS = 4_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart']

const Nothing = () => null

/** A part that the page can do without: if it cannot be loaded, the page stands as it is. */
export const lazyOrNothing = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: Nothing as ComponentType<Props> })))

/** What may come after the first view: when the reader stirs, or a few seconds later. */
export function AfterFirstView({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const come = () => setThere(true)
    const timer = setTimeout(come, AT_LATEST_MS)
    for (const sign of SIGNS) addEventListener(sign, come, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, come)
    }
  }, [])
  return isThere ? (
    <Contained>
      <Suspense>{children}</Suspense>
    </Contained>
  ) : null
}
