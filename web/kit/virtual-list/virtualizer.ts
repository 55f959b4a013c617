import {
  Virtualizer,
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
} from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'
import type { ListOptions, ListVirtualizer } from '#web/kit/virtual-list/list-options.ts'

const OVERSCAN = 4
/** Space above an entry that is scrolled to the top. */
const SCROLL_PADDING = 20

/** A virtualizer of one list in one scroller; `set` takes the options of each render. */
export function createVirtualizer(scroller: HTMLElement, rerender: () => void) {
  // While a ref measures an entry, React is committing and will render again anyway.
  let isCommitting = false
  const optionsFor = ({ isWanted, top, items, keyAt, estimateAt, pinned }: ListOptions) => ({
    enabled: isWanted,
    count: items.length,
    getScrollElement: () => scroller,
    getItemKey: keyAt,
    estimateSize: estimateAt,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: SCROLL_PADDING,
    initialRect: { width: scroller.clientWidth, height: scroller.clientHeight },
    initialOffset: () => scroller.scrollTop,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    measureElement: measured,
    rangeExtractor: (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      return pinned < 0 || indexes.includes(pinned) ? indexes : [...indexes, pinned].sort((a, b) => a - b)
    },
    onChange: (_: ListVirtualizer, isSync: boolean) => {
      if (isSync && !isCommitting) flushSync(rerender)
      else rerender()
    },
  })
  let virtualizer: ListVirtualizer | undefined
  let layout: string | undefined
  let anchor: Anchor | null = null
  return {
    get virtualizer() {
      return virtualizer!
    },
    set(options: ListOptions) {
      if (virtualizer) return virtualizer.setOptions(optionsFor(options))
      virtualizer = new Virtualizer<HTMLElement, Element>(optionsFor(options))
      layout = options.layoutKey
      keepHeights(virtualizer, options.list.current)
      const measure = virtualizer.measureElement
      virtualizer.measureElement = (element) => {
        isCommitting = true
        try {
          measure(element)
        } finally {
          isCommitting = false
        }
      }
    },
    /** Keeps the scroll position when entries are added or removed above. */
    afterRender(options: ListOptions) {
      if (layout !== options.layoutKey) virtualizer!.measure()
      layout = options.layoutKey
      if (anchor !== null && anchor.items !== options.items) scrollToAnchor(virtualizer!, anchor, options)
      anchor = anchorOf(virtualizer!, options)
    },
  }
}

/** The first entry in view. */
interface Anchor {
  items: readonly unknown[]
  key: string
  start: number
}

function scrollToAnchor(virtualizer: ListVirtualizer, { key, start: before }: Anchor, { items, keyAt }: ListOptions) {
  const index = items.findIndex((_, at) => keyAt(at) === key)
  const start = virtualizer.measurementsCache[index]?.start ?? before
  if (start !== before) virtualizer.scrollElement?.scrollBy({ top: start - before, behavior: 'instant' })
}

function anchorOf(virtualizer: ListVirtualizer, { items, keyAt }: ListOptions): Anchor | null {
  const offset = virtualizer.scrollOffset ?? 0
  const isReading = offset > virtualizer.options.scrollMargin
  const first = isReading ? virtualizer.getVirtualItems().find(({ end }) => end > offset) : undefined
  return first && first.index < items.length ? { items, key: keyAt(first.index), start: first.start } : null
}

/** Use the real heights of rendered entries; estimates would move the reader's position. */
function keepHeights(virtualizer: ListVirtualizer, list: HTMLElement | null): void {
  for (const element of list?.children ?? []) {
    const { dataset, offsetHeight } = element as HTMLElement
    if (dataset.key !== undefined && offsetHeight > 0) virtualizer.itemSizeCache.set(dataset.key, offsetHeight)
  }
}

/** Under an open overlay a list may have no layout; earlier measurements stay valid. */
function measured(element: Element, entry: ResizeObserverEntry | undefined, virtualizer: ListVirtualizer): number {
  if (element.getClientRects().length > 0) return measureElement(element, entry, virtualizer)
  const index = virtualizer.indexFromElement(element)
  const { getItemKey, estimateSize } = virtualizer.options
  return virtualizer.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index)
}
