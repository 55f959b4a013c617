import { useLayoutEffect, useRef } from 'react'
import type { ListVirtualizer } from '#web/kit/virtual-list/list-options.ts'

/**
 * Keeps the scroll position when entries are added or removed above: remembers the first entry in view and scrolls to
 * its new position.
 */
export function useScrollAnchor<Item>(
  virtualizer: ListVirtualizer | null,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): void {
  const place = useRef<{ items: readonly Item[]; key: string; start: number } | null>(null)
  useLayoutEffect(() => {
    if (virtualizer === null) return
    const before = place.current
    if (before !== null && before.items !== items) {
      const index = items.findIndex((item) => keyOf(item) === before.key)
      const start = index < 0 ? undefined : virtualizer.measurementsCache[index]?.start
      const moved = start === undefined ? 0 : start - before.start
      if (moved !== 0) virtualizer.scrollElement?.scrollBy({ top: moved, behavior: 'instant' })
    }
    const offset = virtualizer.scrollOffset ?? 0
    const isReading = offset > virtualizer.options.scrollMargin
    const first = isReading ? virtualizer.getVirtualItems().find(({ end }) => end > offset) : undefined
    const item = first && items[first.index]
    place.current = first && item !== undefined ? { items, key: keyOf(item), start: first.start } : null
  })
}
