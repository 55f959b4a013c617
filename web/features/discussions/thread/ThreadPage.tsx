import { useQuery } from '@tanstack/react-query'
import { threadQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { ThreadContent } from '#web/features/discussions/thread/ThreadContent.tsx'
import { ThreadFailed, ThreadMissing, ThreadSkeleton } from '#web/features/discussions/thread/ThreadStates.tsx'

/** For the route, which knows before the page does that the thread is missing. */
export const ThreadNotFound = ThreadMissing

/** A thread as a separate page, or over the feed. */
export function ThreadPage({ threadId }: { threadId: number }) {
  const { data: open, isError, refetch, dataUpdatedAt } = useQuery(threadQuery(threadId))
  if (open === undefined)
    return isError ? <ThreadFailed onRetry={() => void refetch()} /> : <ThreadSkeleton threadId={threadId} />
  const { thread, is_complete } = open
  if (thread === null) return <ThreadMissing />
  return <ThreadContent key={thread.id} open={{ thread, is_complete }} fetchedAt={dataUpdatedAt} />
}
