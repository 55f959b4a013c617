import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { RelatedThreads } from '#web/features/discussions/RelatedThreads.tsx'
import { ThreadActs } from '#web/features/discussions/ThreadActs.tsx'

interface Props {
  thread: ThreadView
  /** Whose acts to offer; without, what is related. */
  viewerId?: number
}

/** What stands around a thread and comes after it, as one module. */
export default function ThreadExtras({ thread, viewerId }: Props) {
  return viewerId === undefined ? (
    <RelatedThreads threadId={thread.id} />
  ) : (
    <ThreadActs thread={thread} viewerId={viewerId} />
  )
}
