import { useQuery } from '@tanstack/react-query'
import { threadQuery } from '#web/features/discussions/discussions.queries.ts'
import { OpenThreadPage } from '#web/features/discussions/OpenThreadPage.tsx'
import { ThreadFailed, ThreadMissing, ThreadSkeleton } from '#web/features/discussions/ThreadStates.tsx'

/** For the route, which knows before the page does. */
export const ThreadNotHere = ThreadMissing

/** A thread as a page of its own, or over the feed. */
export function ThreadPage({ threadId }: { threadId: number }) {
  const { data: open, isError, refetch, dataUpdatedAt } = useQuery(threadQuery(threadId))
  if (open === undefined) return isError ? <ThreadFailed onRetry={() => void refetch()} /> : <ThreadSkeleton />
  const { thread, is_complete } = open
  if (thread === null) return <ThreadMissing />
  return <OpenThreadPage key={thread.id} open={{ thread, is_complete }} fetchedAt={dataUpdatedAt} />
}
