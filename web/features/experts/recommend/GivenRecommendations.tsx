import { useInfiniteQuery } from '@tanstack/react-query'
import { givenQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { RecommendationRow } from '#web/features/experts/recommend/RecommendationRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'

interface Props {
  userId: number
  /** Empty state. */
  empty: { title: string; text: string }
}

/** A member's recommendations that the viewer may read. Used on the viewer's own pages and on member pages. */
export function GivenRecommendations({ userId, empty }: Props) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    givenQuery(userId),
  )
  if (data === undefined)
    return isError ? (
      <Failed title="We couldn’t load the recommendations" onRetry={() => void refetch()} />
    ) : (
      <Rows label="Recommendations" />
    )
  if (data.pages[0]!.count === 0)
    return (
      <StatePage title={empty.title}>
        <p>{empty.text}</p>
      </StatePage>
    )
  return (
    <>
      <ul aria-label="Recommendations">
        {data.pages.flatMap(({ items }) =>
          items.map((recommendation) => <RecommendationRow key={recommendation.id} recommendation={recommendation} />),
        )}
      </ul>
      {hasNextPage && (
        <Button className={styles.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
