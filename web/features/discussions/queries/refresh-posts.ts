/** Updates the caches after a post is edited or removed. Loaded on demand. */
import type { QueryClient } from '@tanstack/react-query'
import { thread } from '#api/operations.ts'
import { THREAD_MESSAGES } from '#shared/discussions.ts'
import {
  newestPage,
  threadQuery,
  updateThread,
  type FeedPage,
  type FeedPages,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import { execute } from '#web/platform/api/operations.ts'
import type { ThreadsQueryVariables } from '#api/operations.ts'
import { threads } from '#api/operations.ts'

/**
 * Refetches the messages that are shown. Messages not shown yet are left out: they are new and announced separately.
 */
export async function refreshThread(client: QueryClient, id: number): Promise<void> {
  const shownBefore = idsOf(client.getQueryData(threadQuery(id).queryKey)?.thread?.messages)
  const { thread: now } = await execute(thread, { id, limit: THREAD_MESSAGES, offset: 0 })
  if (now === null) {
    client.setQueryData(threadQuery(id).queryKey, { thread: null, is_complete: true })
    return
  }
  updateThread(client, id, ({ messages }) => {
    const shown = idsOf(messages)
    // Keep messages that arrived during the request.
    const since = messages.filter((message) => !shownBefore.has(message.id))
    const again = now.messages.filter((message) => shown.has(message.id))
    return { ...now, messages: mergedMessages(since, again) }
  })
}

const idsOf = (messages: readonly { id: number }[] = []) => new Set(messages.map(({ id }) => id))

/** Removes a thread from the cache and from every cached feed. */
export function removeThreadFromCache(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: threadQuery(id).queryKey })
  changePages(client, (page) => {
    const items = page.items.filter((item) => item.thread.id !== id)
    return items.length === page.items.length ? page : { ...page, items, count: page.count - 1 }
  })
}

interface Changed {
  signal: string
  thread_id: number
  message_id: number
}

/** Refetches a feed entry; a removed reply disappears immediately. */
export async function refreshFeed(
  client: QueryClient,
  filters: ThreadsQueryVariables,
  changed: Changed,
): Promise<void> {
  const { signal, thread_id: id, message_id } = changed
  if (signal === 'discussions.thread_removed') return removeThreadFromCache(client, id)
  changeEntry(client, id, (item) => ({
    ...item,
    top_replies: item.top_replies.filter((reply) => reply.id !== message_id),
  }))
  const now = (await newestPage(filters)).items.find((item) => item.thread.id === id)
  if (now) changeEntry(client, id, () => now)
}

type Item = FeedPage['items'][number]

const changeEntry = (client: QueryClient, id: number, change: (item: Item) => Item) =>
  changePages(client, (page) => ({
    ...page,
    items: page.items.map((item) => (item.thread.id === id ? change(item) : item)),
  }))

const changePages = (client: QueryClient, change: (page: FeedPage) => FeedPage) =>
  client.setQueriesData<FeedPages>({ queryKey: [threads.name] }, (known) =>
    known?.pages ? { ...known, pages: known.pages.map(change) } : known,
  )
