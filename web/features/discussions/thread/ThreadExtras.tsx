import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { RelatedThreads } from '#web/features/discussions/thread/RelatedThreads.tsx'
import { ThreadActions } from '#web/features/discussions/thread/ThreadActions.tsx'

interface Props {
  thread: ThreadView
  /** What can be done with it; without, what is related. */
  hasActs?: boolean
}

/** What stands around a thread and comes after it, as one module. */
export default function ThreadExtras({ thread, hasActs = false }: Props) {
  return hasActs ? <ThreadActions thread={thread} /> : <RelatedThreads threadId={thread.id} />
}
