import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { thread } from '#api/operations.ts'
import { excludeShown } from '#shared/discussions.ts'
import { isEditSignal, loadEditPanel } from '#web/features/discussions/editing/EditableMessage.tsx'
import {
  feedQuery,
  newestPage,
  updateFeeds,
  type FeedFilters,
  type FeedPage,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { isResync, useSignals } from '#web/platform/live/live.ts'
import { execute } from '#web/platform/api/operations.ts'

/** Debounces bursts of signals into one request. */
const DELAY = { quietMs: 120, jitterMs: 280 }
/** Counts of entries below the first page are fetched one by one, at most this many per refresh. */
const TALLIES_AT_ONCE = 5

export interface FreshThreads {
  count: number
  page: FeedPage
}

/**
 * Updates that arrive while the feed is open. New threads are counted and held back until the reader asks for them;
 * counts of visible entries update in place. `filters` must be the same object until the reader changes them.
 */
export function useFeedLive(filters: FeedFilters, viewerId: number, pages: readonly FeedPage[] | undefined) {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<FreshThreads | null>(null)
  const repliedIds = useRef(new Set<number>())
  const shownFilters = useRef(filters)
  useEffect(() => {
    shownFilters.current = filters
    setFresh(null)
  }, [filters])

  const compare = async () => {
    const page = await newestPage(filters).catch(() => null)
    const known = client.getQueryData(feedQuery(filters).queryKey)
    if (page === null || known === undefined || shownFilters.current !== filters) return
    const shown = new Set(known.pages.flatMap(({ items }) => items.map((item) => item.thread.id)))
    for (const { thread: card } of page.items) {
      repliedIds.current.delete(card.id)
      if (shown.has(card.id)) updateFeeds(client, card.id, talliesOf(card))
    }
    const beneath = [...repliedIds.current].filter((id) => shown.has(id)).slice(0, TALLIES_AT_ONCE)
    repliedIds.current.clear()
    for (const id of beneath) void refreshTallies(client, id)
    const count = newCount(page, known.pages[0], shown, viewerId)
    setFresh(count > 0 ? { count, page } : null)
  }
  const compareSoon = useDebounced(() => void compare(), DELAY)

  const compareIfShifted = useEffectEvent(() => {
    // Duplicates were pushed down by new entries above, and pagination skips as many (decision 0013). Compare again,
    // because some of those entries may have had no signal.
    if (pages && excludeShown(pages.map(({ items }) => items)).duplicates > 0) compareSoon()
  })
  const numOfPages = pages?.length
  useEffect(() => compareIfShifted(), [filters, numOfPages])
  useFeedSignals(filters, repliedIds.current, useWhenVisible(compareSoon))

  /** Replaces the loaded pages with the newest page; later pages reload as the reader scrolls. */
  const merge = useCallback(() => {
    if (fresh) client.setQueryData(feedQuery(filters).queryKey, { pages: [fresh.page], pageParams: [0] })
    setFresh(null)
  }, [client, fresh, filters])

  return { fresh, merge, compareSoon }
}

/** Calls `onNews` if a signal may change the feed, and adds the threads with new replies to `repliedIds`. */
function useFeedSignals(filters: FeedFilters, repliedIds: Set<number>, onNews: () => void): void {
  const client = useQueryClient()
  const { queryKey } = feedQuery(filters)
  useSignals((signal) => {
    if (signal.signal === 'discussions.liked') return
    // Ignore signals without a thread; other features handle them.
    if (signal.signal !== 'resync' && signal.thread_id === undefined) return
    if (signal.signal === 'discussions.reviewed') return void client.invalidateQueries({ queryKey })
    if (!isResync(signal) && signal.signal !== 'discussions.published') {
      const pages = client.getQueryData(queryKey)?.pages ?? []
      // Replies and votes only change counts, so ignore threads that are not shown.
      if (!pages.some(({ items }) => items.some((item) => item.thread.id === signal.thread_id))) return
      repliedIds.add(signal.thread_id)
    }
    if ('message_id' in signal && isEditSignal(signal))
      loadEditPanel()
        .then(({ refreshFeed }) => refreshFeed(client, filters, signal))
        .catch(() => undefined)
    onNews()
  })
}

/** Returns a function that runs `work` now, or once the page is visible again: a hidden page makes no requests. */
function useWhenVisible(work: () => void): () => void {
  const isDue = useRef(false)
  useEffect(() => {
    const onVisible = () => {
      if (document.hidden || !isDue.current) return
      isDue.current = false
      work()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [work])
  return useCallback(() => {
    if (document.hidden) isDue.current = true
    else work()
  }, [work])
}

async function refreshTallies(client: QueryClient, id: number): Promise<void> {
  const answer = await execute(thread, { id, limit: 1 }).catch(() => null)
  if (answer?.thread) updateFeeds(client, id, talliesOf(answer.thread))
}

const talliesOf = (card: Omit<FeedPage['items'][number]['thread'], 'is_blocked'>) => ({
  num_of_responses: card.num_of_responses,
  num_of_private_responses: card.num_of_private_responses,
  count_of_entries: card.count_of_entries,
  approved: card.approved,
  poll: card.poll,
  ...('viewed_at' in card && { viewed_at: card.viewed_at }),
})

/** Number of other members' threads above the shown ones. If the whole page is new, use the difference in totals. */
export function newCount(
  page: FeedPage,
  known: FeedPage | undefined,
  shown: ReadonlySet<number>,
  viewerId: number,
): number {
  const firstShown = page.items.findIndex((item) => shown.has(item.thread.id))
  const above = firstShown < 0 ? page.items : page.items.slice(0, firstShown)
  const others = above.filter(({ author }) => author.id !== viewerId).length
  const isWholePage = others > 0 && above.length === page.items.length && known !== undefined && known.items.length > 0
  return isWholePage ? Math.max(others, page.count - known.count) : others
}
