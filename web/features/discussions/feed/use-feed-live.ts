import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
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
import { isResync, useSignals } from '#web/platform/live/live.ts'
import { execute } from '#web/platform/api/operations.ts'

/** Signals come in bursts; one question answers them all. A share of chance keeps all readers from asking at once. */
const QUIET_MS = 120
const CHANCE_MS = 280
/** Tallies further down are asked for one by one, and no more than these at once. */
const TALLIES_AT_ONCE = 5

export interface FreshThreads {
  count: number
  page: FeedPage
}

/**
 * What came in while the feed is open. It is counted and kept beside the list, which moves only when the reader asks;
 * tallies of entries that are shown change in place.
 */
export function useFeedLive(filters: FeedFilters, viewerId: number, pages: readonly FeedPage[] | undefined) {
  const client = useQueryClient()
  const { queryKey } = feedQuery(filters)
  const [fresh, setFresh] = useState<FreshThreads | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const replied = useRef(new Set<number>())
  const missed = useRef(false)
  const asked = useRef(JSON.stringify(queryKey))
  asked.current = JSON.stringify(queryKey)

  const compare = useCallback(async () => {
    const question = asked.current
    const page = await newestPage(filters).catch(() => null)
    const known = client.getQueryData(queryKey)
    if (page === null || known === undefined || asked.current !== question) return
    const shown = new Set(known.pages.flatMap(({ items }) => items.map((item) => item.thread.id)))
    for (const { thread: card } of page.items) {
      replied.current.delete(card.id)
      if (shown.has(card.id)) updateFeeds(client, card.id, talliesOf(card))
    }
    const beneath = [...replied.current].filter((id) => shown.has(id)).slice(0, TALLIES_AT_ONCE)
    replied.current.clear()
    for (const id of beneath) void refreshTallies(id)
    const count = newCount(page, known.pages[0], shown, viewerId)
    setFresh(count > 0 ? { count, page } : null)
  }, [client, queryKey[1], viewerId])

  const refreshTallies = async (id: number) => {
    const answer = await execute(thread, { id, limit: 1 }).catch(() => null)
    if (answer?.thread) updateFeeds(client, id, talliesOf(answer.thread))
  }

  const compareSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void compare(), QUIET_MS + Math.random() * CHANCE_MS)
  }, [compare])

  useEffect(() => {
    // What is shown twice was pushed down by what came in above it, and as much is passed over (decision 0013): that is
    // counted too, though no signal told of it.
    if (pages && excludeShown(pages.map(({ items }) => items)).duplicates > 0) compareSoon()
  }, [pages?.length, compareSoon])
  useEffect(() => setFresh(null), [JSON.stringify(queryKey)])
  useEffect(() => () => clearTimeout(timer.current), [])
  useSignals((signal) => {
    if (signal.signal === 'discussions.liked') return
    // What is about no thread is somebody else's business.
    if (signal.signal !== 'resync' && signal.thread_id === undefined) return
    if (signal.signal === 'discussions.reviewed') return void client.invalidateQueries({ queryKey })
    if (!isResync(signal) && signal.signal !== 'discussions.published') {
      const pages = client.getQueryData(queryKey)?.pages ?? []
      // Replies and votes change tallies; those of a thread that is not shown change nothing here.
      if (!pages.some(({ items }) => items.some((item) => item.thread.id === signal.thread_id))) return
      replied.current.add(signal.thread_id)
    }
    if ('message_id' in signal && isEditSignal(signal))
      loadEditPanel()
        .then(({ refreshFeed }) => refreshFeed(client, filters, signal))
        .catch(() => undefined)
    if (document.hidden) missed.current = true
    else compareSoon()
  })
  useEffect(() => {
    // Nobody reads a hidden page, so it asks once when it is looked at again.
    const onVisible = () => {
      if (document.hidden || !missed.current) return
      missed.current = false
      compareSoon()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [compareSoon])

  /** Puts the newest page in place of what was loaded; further pages load again as the reader comes to them. */
  const merge = useCallback(() => {
    if (fresh) client.setQueryData(queryKey, { pages: [fresh.page], pageParams: [0] })
    setFresh(null)
  }, [client, fresh, queryKey[1]])

  return { fresh, merge, compareSoon }
}

const talliesOf = (card: Omit<FeedPage['items'][number]['thread'], 'is_blocked'>) => ({
  num_of_responses: card.num_of_responses,
  num_of_private_responses: card.num_of_private_responses,
  count_of_entries: card.count_of_entries,
  approved: card.approved,
  poll: card.poll,
  ...('viewed_at' in card && { viewed_at: card.viewed_at }),
})

/** Threads of others above what is shown. When a whole page is new, the totals say how many there are. */
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
