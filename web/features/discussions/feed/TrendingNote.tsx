import { useQuery } from '@tanstack/react-query'
import { groupReplies } from '#shared/discussions.ts'
import { trendingQuery } from '#web/features/discussions/queries/reading.queries.ts'
import { ThreadTitleLink } from '#web/features/discussions/thread-card/ThreadTitleLink.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'

/** What is talked about and read these days. A note that fails is no note. */
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
