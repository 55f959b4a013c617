import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'

type Library = typeof import('#web/features/discussions/list-virtualizer.ts')
export type ListVirtualizer = Virtualizer<HTMLElement, Element>

export interface ListOptions {
  /** True as soon as the list is too long to be mounted whole. */
  isWanted: boolean
  scroller: HTMLElement | null
  list: { current: HTMLElement | null }
  /** Where the list begins in its scroller. */
  top: number
  count: number
  keyAt: (index: number) => string
  estimateAt: (index: number) => number
  /** Stays mounted wherever the reader scrolls; below zero: none. */
  pinned: number
}

let loaded: Library | null = null

/**
 * The virtualiser, loaded when the first list is long enough to need it: most pages never do, and the first view must
 * not wait for it. Null until then.
 */
export function useListVirtualizer(options: ListOptions): ListVirtualizer | null {
  const { isWanted, scroller } = options
  const [library, setLibrary] = useState(loaded)
  const [, rerender] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => {
    if (!isWanted || library) return
    void import('#web/features/discussions/list-virtualizer.ts').then((module) => setLibrary((loaded = module)))
  }, [isWanted, library])

  const made = useMemo(() => library && scroller && library.createVirtualizer(scroller, rerender), [library, scroller])
  made?.set(options)
  useLayoutEffect(() => made?.virtualizer._didMount(), [made])
  useLayoutEffect(() => made?.virtualizer._willUpdate())
  return made?.virtualizer ?? null
}
