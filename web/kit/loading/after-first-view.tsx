import { Suspense, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { whenOnline } from '#web/kit/loading/load-once.ts'
import { Contained } from '#web/kit/loading/Contained.tsx'
import { WIDE_SCREEN } from '#web/kit/widths.ts'

const AT_LATEST_MS = 4_000
/** With a side column, which must not be blank while the page is read. Phones have none, and slower networks. */
const WIDE_MS = 300
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel']

const Nothing = () => null

/** A lazy part that the page can do without: it renders nothing while offline, and if its module fails to load. */
export const lazyOrNothing = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    whenOnline()
      .then(load)
      .catch(() => ({ default: Nothing as ComponentType<Props> })),
  )

interface Props {
  children: ReactNode
  /** Rendered until the children are. */
  meanwhile?: ReactNode
}

/** Renders its children after the first view: on the first user input, or after a moment, which is longer on phones. */
export function AfterFirstView({ children, meanwhile = null }: Props) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const come = () => setThere(true)
    const timer = setTimeout(come, matchMedia(WIDE_SCREEN).matches ? WIDE_MS : AT_LATEST_MS)
    for (const sign of SIGNS) addEventListener(sign, come, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, come)
    }
  }, [])
  return isThere ? (
    <Contained>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </Contained>
  ) : (
    meanwhile
  )
}
