import type { Virtualizer } from '@tanstack/react-virtual'

export type ListVirtualizer = Virtualizer<HTMLElement, Element>

export interface ListOptions {
  /** True if the list is too long to mount whole. */
  isWanted: boolean
  scroller: HTMLElement | null
  list: { current: HTMLElement | null }
  /** Offset of the list in its scroller's content. */
  top: number
  items: readonly unknown[]
  /** A change of this value remeasures all entries. */
  layoutKey: string | undefined
  keyAt: (index: number) => string
  estimateAt: (index: number) => number
  /** Index of the entry that stays mounted wherever the reader scrolls; negative: none. */
  pinned: number
}
