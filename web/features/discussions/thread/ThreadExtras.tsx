import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { DocumentLinks } from '#web/features/discussions/thread/DocumentLinks.tsx'
import { RelatedThreads } from '#web/features/discussions/thread/RelatedThreads.tsx'
import { ThreadActions } from '#web/features/discussions/thread/ThreadActions.tsx'

interface Props {
  thread: ThreadView
  /** True for the thread's actions, false for related threads. */
  hasActs?: boolean
}

/** The actions and related threads, which load after the thread, as one module. */
export default function ThreadExtras({ thread, hasActs = false }: Props) {
  if (hasActs) return <ThreadActions thread={thread} />
  return (
    <>
      {thread.thread_type === 'document_request' && <DocumentLinks topic={thread.topic} />}
      <RelatedThreads threadId={thread.id} />
    </>
  )
}
