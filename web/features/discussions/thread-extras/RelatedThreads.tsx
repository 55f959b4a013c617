import { useQuery } from '@tanstack/react-query'
import { relatedQuery } from '#web/features/discussions/queries/reading.queries.ts'
import { ThreadTitleLink } from '#web/features/discussions/thread-card/ThreadTitleLink.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'

/** Threads with similar areas, geographies and words. */
export function RelatedThreads({ threadId }: { threadId: number }) {
  const related = useQuery(relatedQuery(threadId)).data?.getRelatedThreads
  if (!related || related.length === 0) return null
  return (
    <SideNote title="Related">
      <ul>
        {related.map((thread) => (
          <ThreadTitleLink key={thread.id} thread={thread} />
        ))}
      </ul>
    </SideNote>
  )
}
