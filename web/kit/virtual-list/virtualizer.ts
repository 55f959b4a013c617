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
  const optionsFor = ({ isWanted, top, count, keyAt, estimateAt, pinned }: ListOptions) => ({
    enabled: isWanted,
    count,
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
  return {
    get virtualizer() {
      return virtualizer!
    },
    set(options: ListOptions) {
      if (virtualizer) return virtualizer.setOptions(optionsFor(options))
      virtualizer = new Virtualizer<HTMLElement, Element>(optionsFor(options))
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
  }
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
