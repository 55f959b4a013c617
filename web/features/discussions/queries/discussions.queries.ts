/** Queries for discussions. Query keys begin with the operation name. */
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import {
  Geographies,
  GetExpertises,
  SearchFilterFeed,
  TrackThreadView,
  thread,
  threads,
  type ThreadQuery,
  type ThreadsQuery,
  type ThreadsQueryVariables,
  type SearchFilterFeedQueryVariables,
} from '#api/operations.ts'
import { FEED_PAGE, THREAD_MESSAGES, nextOffset, excludeShown } from '#shared/discussions.ts'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

export type FeedPage = ThreadsQuery['threads']
export type FeedPages = InfiniteData<FeedPage, unknown>
export type ThreadView = NonNullable<ThreadQuery['thread']>
export type MessageView = ThreadView['messages'][number]
export interface ThreadWithMessages {
  thread: ThreadView | null
  /** False while older messages are not loaded. */
  is_complete: boolean
}

/** Number of messages in the first view; the rest loads after the page has rendered. */
export const FIRST_MESSAGES = 100
const PRIVATE_SEEN = 20

export type FeedFilters = SearchFilterFeedQueryVariables
const FEED_ONLY = ['thread_type', 'isPoll', 'isRecommendation']

export const feedPageVariables = (filters: FeedFilters, offset: number): FeedFilters => ({
  ...filters,
  limit: FEED_PAGE,
  offset,
})

/** Uses the `threads` operation for feeds filtered only by type, and the search operation otherwise. */
async function feedPage(
  filters: FeedFilters,
  offset: number,
  options?: Parameters<typeof execute>[2],
): Promise<FeedPage> {
  const variables = feedPageVariables(filters, offset)
  return Object.keys(filters).every((name) => FEED_ONLY.includes(name))
    ? (await execute(threads, variables as ThreadsQueryVariables, options)).threads
    : (await execute(SearchFilterFeed, variables, options)).searchFilterFeed
}

export function feedQuery(filters: FeedFilters) {
  return infiniteQueryOptions({
    queryKey: [threads.name, filters] as const,
    queryFn: ({ pageParam, signal, client }) => feedPage(filters, pageParam, { signal, client }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      // An empty page ends the list even if the count disagrees, to avoid requesting forever.
      if (last.items.length === 0) return undefined
      return nextOffset(pages.length, excludeShown(pages.map(({ items }) => items)).duplicates, last.count)
    },
    structuralSharing: false,
  })
}

/** Fetches the newest page outside the cache, to compare with the list being read. */
export const newestPage = (filters: FeedFilters): Promise<FeedPage> => feedPage(filters, 0)

export function threadQuery(id: number) {
  return queryOptions({
    queryKey: [thread.name, { id }] as const,
    queryFn: async ({ signal, client }): Promise<ThreadWithMessages> => {
      const known = client.getQueryData<ThreadWithMessages>([thread.name, { id }])?.thread
      // If more was loaded before, load as much again; otherwise a page in the middle would be missing.
      const limit = known && known.messages.length > FIRST_MESSAGES + 1 ? THREAD_MESSAGES : FIRST_MESSAGES
      const open = (await execute(thread, { id, limit, offset: 0 }, { signal, client })).thread
      if (open === null || open.messages.length < limit || limit === THREAD_MESSAGES)
        return { thread: open, is_complete: true }
      const oldest = await oldestMessages(open, { signal, client })
      return { thread: { ...open, messages: mergedMessages(open.messages, oldest) }, is_complete: false }
    },
    // A closed thread gets no live updates, so refetch it when it is opened again.
    staleTime: 3_000,
    structuralSharing: false,
  })
}

/**
 * Fetches the opening message and the first replies of a long thread, which sort last: the page begins with them, and
 * the opening message is needed to distinguish answers to it from answers to replies not loaded yet. The number of
 * private replies visible to the viewer is unknown, so request a few extra messages.
 */
async function oldestMessages(
  { id, num_of_responses }: ThreadView,
  options: { signal: AbortSignal; client: QueryClient },
) {
  const offset = Math.max(FIRST_MESSAGES, num_of_responses - PRIVATE_SEEN)
  return (await execute(thread, { id, limit: PRIVATE_SEEN * 2, offset }, options)).thread?.messages ?? []
}

/** Fetches the newest messages; null if the viewer can no longer read the thread. */
export const newestMessages = async (id: number): Promise<ThreadView | null> =>
  (await execute(thread, { id, limit: FIRST_MESSAGES, offset: 0 })).thread

/** Fetches all messages older than the first view and merges them. */
export async function loadOlderMessages(client: QueryClient, id: number, signal: AbortSignal): Promise<void> {
  const answer = await execute(
    thread,
    { id, limit: THREAD_MESSAGES - FIRST_MESSAGES, offset: FIRST_MESSAGES },
    { signal },
  )
  updateThread(
    client,
    id,
    (known) => ({ ...known, messages: mergedMessages(known.messages, answer.thread?.messages ?? []) }),
    true,
  )
}

export function updateThread(
  client: QueryClient,
  id: number,
  change: (known: ThreadView) => ThreadView,
  isComplete?: boolean,
): void {
  client.setQueryData(threadQuery(id).queryKey, (open) =>
    open?.thread ? { thread: change(open.thread), is_complete: isComplete ?? open.is_complete } : open,
  )
}

/** Updates a thread in every cached feed. */
export function updateFeeds(
  client: QueryClient,
  id: number,
  change: Partial<FeedPage['items'][number]['thread']>,
): void {
  const shows = (pages: FeedPages) => pages.pages.some(({ items }) => items.some((item) => item.thread.id === id))
  client.setQueriesData<FeedPages>({ queryKey: [threads.name] }, (known) => {
    if (!known?.pages || !shows(known)) return known
    const pages = known.pages.map((page) => ({
      ...page,
      items: page.items.map((item) =>
        item.thread.id === id ? { ...item, thread: { ...item.thread, ...change } } : item,
      ),
    }))
    return { ...known, pages }
  })
}

/** What a cached feed knows of a thread. */
export const feedItem = (client: QueryClient, id: number): FeedPage['items'][number] | undefined =>
  client
    .getQueriesData<FeedPages>({ queryKey: [threads.name] })
    .flatMap(([, known]) => known?.pages ?? [])
    .flatMap(({ items }) => items)
    .find(({ thread }) => thread.id === id && !thread.is_blocked)

/** Marks a thread as read in the cache and on the server. If this fails, the thread stays marked as new. */
export async function trackThreadView(client: QueryClient, id: number): Promise<void> {
  const { trackThreadView: view } = await execute(TrackThreadView, { thread_id: id })
  updateThread(client, id, (known) => ({ ...known, viewed_at: view.viewed_at }))
  updateFeeds(client, id, { viewed_at: view.viewed_at })
}

const REFERENCE_STALE_MS = 3_600_000
export const expertisesQuery = operationQuery(GetExpertises, {}, { staleTime: REFERENCE_STALE_MS })
export const geographiesQuery = operationQuery(Geographies, {}, { staleTime: REFERENCE_STALE_MS })
