import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { classNames } from '#web/kit/class-names.ts'
import { useInBrowser } from '#web/kit/store.ts'
import type { ListVirtualizer } from '#web/kit/virtual-list/list-options.ts'
import { useListVirtualizer } from '#web/kit/virtual-list/use-virtualizer.ts'
import { useScroller } from '#web/kit/virtual-list/use-scroller.ts'
import styles from './VirtualList.module.css'

/** A list whose first entries only are rendered, and which is not as high yet as it will be. */
export const GROWING_LIST = '[data-is-growing]'

/** Entries rendered by the server, and by the browser before it has measured: more than a screen of a large display. */
const FIRST_ENTRIES = 5

export interface VirtualListHandle {
  /** Scrolls an entry to the top of the view, even one that is not mounted. Returns false if there is none. */
  show(key: string): boolean
}

interface Props<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  estimate: (item: Item) => number
  entry: (item: Item, index: number) => ReactNode
  entryProps?: (item: Item, index: number) => HTMLAttributes<HTMLElement>
  entryTag?: 'article' | 'li' | 'div'
  tag?: 'div' | 'ol'
  ref?: Ref<VirtualListHandle>
  /** A change of this value remeasures all entries. */
  layoutKey?: string
  /** Up to this many entries are all mounted, so that the browser's own search finds them. */
  wholeUpTo: number
}

/**
 * A long list in the scroller around it. Entries are always in normal flow: unmounted ones are replaced by space, so
 * the virtualizer takes over from the server's first entries without moving anything, and the focused entry stays
 * mounted wherever the reader scrolls.
 */
export function VirtualList<Item>({
  items,
  keyOf,
  estimate,
  entry,
  entryProps,
  entryTag: Entry = 'div',
  tag: Tag = 'div',
  ref,
  layoutKey,
  wholeUpTo,
  ...attributes
}: Props<Item> & Omit<HTMLAttributes<HTMLElement>, keyof Props<Item>>) {
  const list = useRef<HTMLDivElement & HTMLOListElement>(null)
  const { scroller, top } = useScroller(list)
  const [focusedKey, onFocusChange] = useFocusedKey()
  const isWhole = items.length <= wholeUpTo
  const indexOf = (key: string) => items.findIndex((item) => keyOf(item) === key)
  const virtualizer = useListVirtualizer({
    isWanted: !isWhole,
    scroller,
    list,
    top,
    items,
    layoutKey,
    keyAt: (index) => keyOf(items[index]!),
    estimateAt: (index) => estimate(items[index]!),
    pinned: focusedKey === null ? -1 : indexOf(focusedKey),
  })
  const isInPage = useInPage(scroller !== null)
  useShow(ref, { list, virtualizer, isWhole: isWhole && isInPage, indexOf })

  const extent = { isWhole, isInPage, count: items.length, top }
  const { mounted, around, isMeasured } = useMounted(virtualizer, extent)
  const entries = mounted.map(({ index, gap }) => {
    const item = items[index]!
    return (
      <Entry
        key={keyOf(item)}
        {...entryProps?.(item, index)}
        data-index={index}
        data-key={keyOf(item)}
        ref={isMeasured ? virtualizer?.measureElement : undefined}
        style={gap > 0 ? { marginTop: gap } : undefined}
      >
        {entry(item, index)}
      </Entry>
    )
  })
  return (
    <Tag
      {...attributes}
      {...onFocusChange}
      ref={list}
      className={classNames(styles.list, attributes.className)}
      {...around}
    >
      {entries}
    </Tag>
  )
}

/**
 * After hydration the other entries render in slices, so that the reader's input is not kept waiting. A list that opens
 * in the browser has them at once: its scroll position may be restored.
 */
function useInPage(isPlaced: boolean): boolean {
  const isInBrowser = useInBrowser()
  const [isHydrating] = useState(!isInBrowser)
  const later = useDeferredValue(isPlaced)
  return isHydrating ? later : isPlaced
}

/** The key of the entry that has the focus, or null, and the listeners that follow it. */
function useFocusedKey() {
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const listeners = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) =>
      setFocusedKey(target.closest('[data-key]')?.getAttribute('data-key') ?? null),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocusedKey(null)
    },
  }
  return [focusedKey, listeners] as const
}

interface ShowOptions {
  list: RefObject<HTMLElement | null>
  virtualizer: ListVirtualizer | null
  /** True once all entries are mounted. */
  isWhole: boolean
  indexOf: (key: string) => number
}

/** Gives the parent `show`, which scrolls to an entry now, or when it can be mounted. */
function useShow(ref: Ref<VirtualListHandle> | undefined, { list, virtualizer, isWhole, indexOf }: ShowOptions): void {
  const awaited = useRef<string | null>(null)
  const show = (key: string) => {
    const index = indexOf(key)
    const isMounted = isWhole || (!virtualizer && index < FIRST_ENTRIES)
    if (index >= 0 && isMounted) list.current?.children[index]?.scrollIntoView({ block: 'start' })
    else if (index >= 0) virtualizer?.scrollToIndex(index, { align: 'start' })
    awaited.current = index >= 0 && !isMounted && !virtualizer ? key : null
    return index >= 0
  }
  const showAwaited = useEffectEvent(() => {
    if (awaited.current !== null) show(awaited.current)
  })
  useEffect(() => {
    if (virtualizer || isWhole) showAwaited()
  }, [virtualizer, isWhole])
  useImperativeHandle(ref, () => ({ show }))
}

interface Extent {
  isWhole: boolean
  /** False on the server and while the browser hydrates its markup. */
  isInPage: boolean
  count: number
  /** Offset of the list in its scroller's content. */
  top: number
}

/** The entries to mount, each with the gap before it, and attributes of the list: the space after the last one. */
function useMounted(virtualizer: ListVirtualizer | null, { isWhole, isInPage, count, top }: Extent) {
  const numOfRendered = useRef(FIRST_ENTRIES)
  // Until the virtualizer has loaded, keep the rendered entries and add none.
  const numOfFirst = isWhole && isInPage ? Math.max(FIRST_ENTRIES, count) : numOfRendered.current
  useEffect(() => {
    numOfRendered.current = numOfFirst
  }, [numOfFirst])
  const inView = isWhole ? [] : (virtualizer?.getVirtualItems() ?? []).filter(({ index }) => index < count)
  if (!virtualizer || inView.length === 0) {
    const length = Math.min(numOfFirst, count)
    const around = length < count ? { 'data-is-growing': true } : {}
    return { mounted: Array.from({ length }, (_, index) => ({ index, gap: 0 })), around, isMeasured: false }
  }
  const endBefore = (at: number) => inView[at - 1]?.end ?? top
  const mounted = inView.map(({ index, start }, at) => ({ index, gap: Math.max(0, start - endBefore(at)) }))
  const paddingBottom = Math.max(0, top + virtualizer.getTotalSize() - endBefore(inView.length))
  return { mounted, around: { style: { paddingBottom } }, isMeasured: true }
}
