import type { ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { RelatedThreads } from '#web/features/discussions/RelatedThreads.tsx'
import { ThreadActs } from '#web/features/discussions/ThreadActs.tsx'

interface Props {
  thread: ThreadView
  /** What can be done with it; without, what is related. */
  hasActs?: boolean
}

/** What stands around a thread and comes after it, as one module. */
export default function ThreadExtras({ thread, hasActs = false }: Props) {
  return hasActs ? <ThreadActs thread={thread} /> : <RelatedThreads threadId={thread.id} />
}
