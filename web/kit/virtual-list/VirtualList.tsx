import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { classNames } from '#web/kit/class-names.ts'
import { useScrollAnchor } from '#web/kit/virtual-list/use-scroll-anchor.ts'
import { useListVirtualizer } from '#web/kit/virtual-list/use-virtualizer.ts'
import { useScroller } from '#web/kit/virtual-list/use-scroller.ts'
import styles from './VirtualList.module.css'

/** Entries rendered by the server, and by the browser before it has measured. */
const FIRST_ENTRIES = 10

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
export function VirtualList<Item>(props: Props<Item> & Omit<HTMLAttributes<HTMLElement>, keyof Props<Item>>) {
  const {
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
  } = props
  const list = useRef<HTMLDivElement & HTMLOListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { scroller, top } = useScroller(list)

  const isWhole = items.length <= wholeUpTo
  const focusedIndex = focused === null ? -1 : items.findIndex((item) => keyOf(item) === focused)
  const virtualizer = useListVirtualizer({
    isWanted: !isWhole,
    scroller,
    list,
    top,
    count: items.length,
    keyAt: (index) => keyOf(items[index]!),
    estimateAt: (index) => estimate(items[index]!),
    pinned: focusedIndex,
  })
  const measuredAs = useRef(layoutKey)
  useLayoutEffect(() => {
    if (measuredAs.current !== layoutKey) virtualizer?.measure()
    measuredAs.current = layoutKey
  }, [virtualizer, layoutKey])
  useScrollAnchor(virtualizer, items, keyOf)
  const awaited = useRef<string | null>(null)
  const show = (key: string) => {
    const index = items.findIndex((item) => keyOf(item) === key)
    const isMounted = isWhole || (!virtualizer && index < FIRST_ENTRIES)
    if (index >= 0 && isMounted) list.current?.children[index]?.scrollIntoView({ block: 'start' })
    else if (index >= 0) virtualizer?.scrollToIndex(index, { align: 'start' })
    // Until the virtualizer has loaded, scroll to an unmounted entry later.
    awaited.current = index >= 0 && !isMounted && !virtualizer ? key : null
    return index >= 0
  }
  useImperativeHandle(ref, () => ({ show }))
  useEffect(() => {
    if (virtualizer && awaited.current !== null) show(awaited.current)
  }, [virtualizer])

  const mounted = isWhole ? [] : (virtualizer?.getVirtualItems() ?? []).filter(({ index }) => index < items.length)
  const isMeasured = mounted.length > 0
  // Until the virtualizer has loaded, keep the rendered entries and add none.
  const standing = useRef(FIRST_ENTRIES)
  if (isWhole && scroller !== null) standing.current = Math.max(FIRST_ENTRIES, items.length)
  const first = items.slice(0, standing.current)
  const shown = isMeasured ? mounted : first.map((_, index) => ({ index, start: 0, end: 0 }))
  let reached = top
  const entries = shown.map(({ index, start, end }) => {
    const item = items[index]!
    const gap = isMeasured ? Math.max(0, start - reached) : 0
    reached = end
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
  const rest = isMeasured ? Math.max(0, top + (virtualizer?.getTotalSize() ?? 0) - reached) : 0
  return (
    <Tag
      {...attributes}
      ref={list}
      className={classNames(styles.list, attributes.className)}
      style={isMeasured ? { paddingBottom: rest } : undefined}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        setFocused(event.target.closest('[data-key]')?.getAttribute('data-key') ?? null)
      }}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null)
      }}
    >
      {entries}
    </Tag>
  )
}
