/** What the screens of discussions ask for. Keys begin with the name of the operation. */
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
  /** False while older messages are still to be asked for. */
  is_complete: boolean
}

/** A first view of a thread; the rest follows when the page stands. */
export const FIRST_MESSAGES = 100
const PRIVATE_SEEN = 20

export type FeedFilters = SearchFilterFeedQueryVariables
const FEED_ONLY = ['thread_type', 'isPoll', 'isRecommendation']

export const feedPageVariables = (filters: FeedFilters, offset: number): FeedFilters => ({
  ...filters,
  limit: FEED_PAGE,
  offset,
})

/** The feed by its kinds, or what the search finds. */
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
      // An empty page ends the list, whatever the count says, or it would be asked for without end.
      if (last.items.length === 0) return undefined
      return nextOffset(pages.length, excludeShown(pages.map(({ items }) => items)).duplicates, last.count)
    },
    structuralSharing: false,
  })
}

/** The newest page as it is now, asked for beside the list that is being read. */
export const newestPage = (filters: FeedFilters): Promise<FeedPage> => feedPage(filters, 0)

export function threadQuery(id: number) {
  return queryOptions({
    queryKey: [thread.name, { id }] as const,
    queryFn: async ({ signal, client }): Promise<ThreadWithMessages> => {
      const known = client.getQueryData<ThreadWithMessages>([thread.name, { id }])?.thread
      // What was loaded further is loaded as far again, or a page in the middle would be missing.
      const limit = known && known.messages.length > FIRST_MESSAGES + 1 ? THREAD_MESSAGES : FIRST_MESSAGES
      const open = (await execute(thread, { id, limit, offset: 0 }, { signal, client })).thread
      if (open === null || open.messages.length < limit || limit === THREAD_MESSAGES)
        return { thread: open, is_complete: true }
      const opening = await openingMessage(open, { signal, client })
      return { thread: { ...open, messages: mergedMessages(open.messages, opening) }, is_complete: false }
    },
    // Nothing keeps a thread up to date while it is closed, so one that is opened again is asked for anew.
    staleTime: 3_000,
    structuralSharing: false,
  })
}

/**
 * The opening message of a long thread, which is the last of all: its files stand on top, and the answers to it can be
 * told from answers to replies that are not here yet. How many private replies the reader sees is not known, so a few
 * more are asked for than needed.
 */
async function openingMessage(
  { id, num_of_responses }: ThreadView,
  options: { signal: AbortSignal; client: QueryClient },
) {
  const offset = Math.max(FIRST_MESSAGES, num_of_responses - PRIVATE_SEEN)
  const tail = (await execute(thread, { id, limit: PRIVATE_SEEN * 2, offset }, options)).thread?.messages ?? []
  return tail.filter(({ is_original_message }) => is_original_message)
}

/** The newest messages as they are now; null when the thread may no longer be read. */
export const newestMessages = async (id: number): Promise<ThreadView | null> =>
  (await execute(thread, { id, limit: FIRST_MESSAGES, offset: 0 })).thread

/** Asks for everything older than the first view and adds it. */
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

/** Changes one thread wherever a loaded feed shows it. */
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

/** Marks a thread as read, here and on the server. A failure only means that it stays marked as new. */
export async function trackThreadView(client: QueryClient, id: number): Promise<void> {
  const { trackThreadView: view } = await execute(TrackThreadView, { thread_id: id })
  updateThread(client, id, (known) => ({ ...known, viewed_at: view.viewed_at }))
  updateFeeds(client, id, { viewed_at: view.viewed_at })
}

const REFERENCE_STALE_MS = 3_600_000
export const expertisesQuery = operationQuery(GetExpertises, {}, { staleTime: REFERENCE_STALE_MS })
export const geographiesQuery = operationQuery(Geographies, {}, { staleTime: REFERENCE_STALE_MS })
