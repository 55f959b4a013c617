import { useInfiniteQuery } from '@tanstack/react-query'
import { givenQuery } from '#web/features/experts/experts.queries.ts'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { RecommendationRow } from '#web/features/experts/recommend/RecommendationRow.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'

interface Props {
  userId: number
  /** Empty state. */
  empty: { title: string; text: string }
}

/** A member's recommendations that the viewer may read. Used on the viewer's own pages and on member pages. */
export const GivenRecommendations = ({ userId, empty }: Props) => (
  <PagedList
    query={useInfiniteQuery(givenQuery(userId))}
    label="Recommendations"
    keyOf={({ id }) => id}
    skeleton={<Rows label="Recommendations" />}
    failed={(again) => <Failed title="We couldn’t load the recommendations" onRetry={again} />}
    empty={
      <StatePage title={empty.title}>
        <p>{empty.text}</p>
      </StatePage>
    }
  >
    {(recommendation) => <RecommendationRow recommendation={recommendation} />}
  </PagedList>
)
