/** The scroll position when a page opens: the top, or after going back the previous position. */
import { announceNextPage } from '#web/platform/navigation/page-title.ts'
import { topScroller, mainScroller, restoreScroll } from '#web/platform/navigation/scrolling.ts'
import type { EntryState } from '#web/platform/router/location.ts'
import type { Router } from '#web/platform/router/router.ts'
import { readSessionJson, writeSessionJson } from '#web/platform/storage/json-storage.ts'
import { SESSION_KEYS } from '#web/platform/storage/storage-keys.ts'

const places = new Map<string, number>()

const keyOf = ({ key = '' }: EntryState): string => key

export function restoreScrollOnNavigation(router: Router): void {
  let isBackOrForward = false
  router.history.subscribe(({ type }) => {
    isBackOrForward = type === 'TRAVEL'
  })
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation) places.set(keyOf(fromLocation.state), mainScroller()?.scrollTop ?? 0)
    const overlay = toLocation.state.overlay?.path
    if (pathChanged || (overlay !== undefined && overlay !== fromLocation?.state.overlay?.path)) announceNextPage()
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (!pathChanged) return
    const place = isBackOrForward ? places.get(keyOf(toLocation.state)) : 0
    if (!toLocation.hash || isBackOrForward) void restoreScroll(place ?? 0)
  })
  keepOverReloads()
}

/** On a reload the browser restores the scroll position of the document, but not of an element. */
function keepOverReloads(): void {
  addEventListener('pagehide', () => {
    const place = { key: keyOf(history.state ?? {}), top: topScroller()?.scrollTop ?? 0 }
    writeSessionJson(SESSION_KEYS.scroll, place)
  })
  const kept = readSessionJson<{ key: string; top: number }>(SESSION_KEYS.scroll)
  if (kept && kept.top > 0 && kept.key === keyOf(history.state ?? {})) void restoreScroll(kept.top)
}
