/** What the screens of reading ask for, and how an act changes what is shown. */
import type { QueryClient } from '@tanstack/react-query'
import {
  FollowThread,
  GetRelatedThreads,
  GetTrendingThread,
  HideThread,
  MarkAllThreadsRead,
  MuteThread,
  ThreadStanding,
  UnfollowThread,
  UnhideThread,
  UnmuteThread,
  threads,
  type ThreadStandingQuery,
} from '#api/operations.ts'
import type { FeedPages } from '#web/features/discussions/discussions.queries.ts'
import { track } from '#web/platform/analytics.ts'
import { execute, operationQuery } from '#web/platform/operations.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { toast } from '#web/platform/toasts.ts'

const NOTE_STALE_MS = 300_000

export const standingQuery = (threadId: number) => operationQuery(ThreadStanding, { thread_id: threadId })
export const relatedQuery = (threadId: number) =>
  operationQuery(GetRelatedThreads, { thread_id: threadId }, { staleTime: NOTE_STALE_MS })
export const trendingQuery = operationQuery(GetTrendingThread, {}, { staleTime: NOTE_STALE_MS })

const setStanding = (
  client: QueryClient,
  threadId: number,
  change: Partial<NonNullable<ThreadStandingQuery['thread']>>,
) =>
  client.setQueryData(standingQuery(threadId).queryKey, (known) =>
    known?.thread ? { thread: { ...known.thread, ...change } } : known,
  )

/** Follows or unfollows, shown at once and put back when the server refuses. */
export async function follow(client: QueryClient, threadId: number, isFollowed: boolean): Promise<void> {
  setStanding(client, threadId, { is_followed: isFollowed })
  try {
    const asked = { thread_id: threadId }
    await (isFollowed ? execute(FollowThread, asked) : execute(UnfollowThread, asked))
    void track(isFollowed ? 'follow' : 'unfollow', { thread_id: threadId })
    toast.success(isFollowed ? 'You follow this discussion' : 'You no longer follow this discussion')
  } catch (error) {
    setStanding(client, threadId, { is_followed: !isFollowed })
    sayRefusal(error)
  }
}

/** Tells the member nothing more of a thread, or something again. */
export async function mute(client: QueryClient, threadId: number, isMuted: boolean): Promise<void> {
  setStanding(client, threadId, { is_muted: isMuted })
  try {
    const asked = { thread_id: threadId }
    await (isMuted ? execute(MuteThread, asked) : execute(UnmuteThread, asked))
    toast.success(
      isMuted ? 'Muted' : 'You are told of this discussion again',
      isMuted ? 'You are told nothing more of this discussion.' : undefined,
    )
  } catch (error) {
    setStanding(client, threadId, { is_muted: !isMuted })
    sayRefusal(error)
  }
}

/** Takes a thread out of every loaded feed, with its count; what the server says comes with the next page. */
function takeOut(client: QueryClient, threadId: number): void {
  client.setQueriesData<FeedPages>({ queryKey: [threads.name] }, (known) => {
    if (!known?.pages?.some(({ items }) => items.some(({ thread }) => thread.id === threadId))) return known
    const pages = known.pages.map((page) => ({
      count: page.count - 1,
      items: page.items.filter(({ thread }) => thread.id !== threadId),
    }))
    return { ...known, pages }
  })
}

const refreshFeeds = (client: QueryClient) => client.invalidateQueries({ queryKey: [threads.name] })

/** Hides a thread from the own feed, or brings it back; each can be undone. */
export async function hide(client: QueryClient, threadId: number, isHidden: boolean): Promise<void> {
  takeOut(client, threadId)
  try {
    const asked = { thread_id: threadId }
    await (isHidden ? execute(HideThread, asked) : execute(UnhideThread, asked))
    setStanding(client, threadId, { is_hidden: isHidden })
    toast.success(
      isHidden ? 'Hidden from your feed' : 'Back in your feed',
      isHidden ? 'Nobody is told. Hidden discussions stand under Filter.' : undefined,
      { label: 'Undo', run: () => void hide(client, threadId, !isHidden) },
    )
    if (!isHidden) await refreshFeeds(client)
  } catch (error) {
    await refreshFeeds(client)
    sayRefusal(error)
  }
}

export async function markAllRead(client: QueryClient, { undo = false } = {}): Promise<void> {
  try {
    await execute(MarkAllThreadsRead, { undo })
    await refreshFeeds(client)
    if (undo) toast.success('Marked as before')
    else
      toast.success('All discussions are marked as read', undefined, {
        label: 'Undo',
        run: () => void markAllRead(client, { undo: true }),
      })
  } catch (error) {
    sayRefusal(error)
  }
}
