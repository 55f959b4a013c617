import { useQuery } from '@tanstack/react-query'
import { groupReplies } from '#shared/discussions.ts'
import { trendingQuery } from '#web/features/discussions/queries/reading.queries.ts'
import { ThreadTitleLink } from '#web/features/discussions/thread-card/ThreadTitleLink.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'

/** A currently active thread. Renders nothing if the query fails. */
export default function TrendingNote() {
  const trending = useQuery(trendingQuery).data?.getTrendingThread
  if (!trending) return null
  const { thread, num_of_recent_responses } = trending
  return (
    <SideNote title="Trending">
      <ul>
        <ThreadTitleLink thread={thread} facts={`${groupReplies(num_of_recent_responses)} in the past two weeks`} />
      </ul>
    </SideNote>
  )
}
