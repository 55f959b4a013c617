/** Queries for reading, and how actions change the cache. */
import type { QueryClient } from '@tanstack/react-query'
import {
  FollowThread,
  GetRelatedThreads,
  HideThread,
  MarkAllThreadsRead,
  Missed,
  QuestionsToAnswer,
  UnreadFollowed,
  MuteThread,
  ThreadStanding,
  UnfollowThread,
  UnhideThread,
  UnmuteThread,
  threads,
  type ThreadStandingQuery,
} from '#api/operations.ts'
import type { FeedPages } from '#web/features/discussions/queries/discussions.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const NOTE_STALE_MS = 300_000

export const threadStateQuery = (threadId: number) => operationQuery(ThreadStanding, { thread_id: threadId })
export const relatedQuery = (threadId: number) =>
  operationQuery(GetRelatedThreads, { thread_id: threadId }, { staleTime: NOTE_STALE_MS })

const updateThreadState = (
  client: QueryClient,
  threadId: number,
  change: Partial<NonNullable<ThreadStandingQuery['thread']>>,
) =>
  client.setQueryData(threadStateQuery(threadId).queryKey, (known) =>
    known?.thread ? { thread: { ...known.thread, ...change } } : known,
  )

/** Follows or unfollows optimistically; rolled back on error. */
export async function follow(client: QueryClient, threadId: number, isFollowed: boolean): Promise<void> {
  updateThreadState(client, threadId, { is_followed: isFollowed })
  try {
    const asked = { thread_id: threadId }
    await (isFollowed ? execute(FollowThread, asked) : execute(UnfollowThread, asked))
    void track(isFollowed ? 'follow' : 'unfollow', { thread_id: threadId })
    toast.success(isFollowed ? 'You’re following this discussion' : 'You unfollowed this discussion')
  } catch (error) {
    updateThreadState(client, threadId, { is_followed: !isFollowed })
    showErrorToast(error)
  }
}

/** Mutes or unmutes notifications about a thread. */
export async function mute(client: QueryClient, threadId: number, isMuted: boolean): Promise<void> {
  updateThreadState(client, threadId, { is_muted: isMuted })
  try {
    const asked = { thread_id: threadId }
    await (isMuted ? execute(MuteThread, asked) : execute(UnmuteThread, asked))
    toast.success(
      isMuted ? 'Muted' : 'Unmuted',
      isMuted ? 'You won’t get notifications about this discussion.' : undefined,
    )
  } catch (error) {
    updateThreadState(client, threadId, { is_muted: !isMuted })
    showErrorToast(error)
  }
}

/** Removes a thread from every cached feed and decrements the counts; the next page brings the server's count. */
function removeFromFeeds(client: QueryClient, threadId: number): void {
  client.setQueriesData<FeedPages>({ queryKey: [threads.name] }, (known) => {
    if (!known?.pages?.some(({ items }) => items.some(({ thread }) => thread.id === threadId))) return known
    const pages = known.pages.map((page) => ({
      count: page.count - 1,
      items: page.items.filter(({ thread }) => thread.id !== threadId),
    }))
    return { ...known, pages }
  })
}

/** What the desk lists of threads. */
const ON_DESK = [UnreadFollowed.name, QuestionsToAnswer.name, Missed.name]
const refreshDesk = (client: QueryClient) =>
  Promise.all(ON_DESK.map((name) => client.invalidateQueries({ queryKey: [name] })))
const refreshFeeds = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: [threads.name] }), refreshDesk(client)])

/** Hides a thread from the viewer's feed or restores it; either can be undone. */
export async function hide(client: QueryClient, threadId: number, isHidden: boolean): Promise<void> {
  removeFromFeeds(client, threadId)
  try {
    const asked = { thread_id: threadId }
    await (isHidden ? execute(HideThread, asked) : execute(UnhideThread, asked))
    updateThreadState(client, threadId, { is_hidden: isHidden })
    toast.success(
      isHidden ? 'Hidden from your feed' : 'Back in your feed',
      isHidden ? 'Only you know it’s hidden. Find hidden discussions under Filters.' : undefined,
      { label: 'Undo', run: () => void hide(client, threadId, !isHidden) },
    )
    await (isHidden ? refreshDesk(client) : refreshFeeds(client))
  } catch (error) {
    await refreshFeeds(client)
    showErrorToast(error)
  }
}

export async function markAllRead(client: QueryClient, { undo = false } = {}): Promise<void> {
  try {
    await execute(MarkAllThreadsRead, { undo })
    await refreshFeeds(client)
    if (undo) toast.success('Marked unread again')
    else
      toast.success('All discussions marked as read', undefined, {
        label: 'Undo',
        run: () => void markAllRead(client, { undo: true }),
      })
  } catch (error) {
    showErrorToast(error)
  }
}
