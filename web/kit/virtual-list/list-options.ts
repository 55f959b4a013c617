import type { Virtualizer } from '@tanstack/react-virtual'

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
