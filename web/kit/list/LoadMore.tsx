import { Button } from '#web/kit/Button.tsx'
import styles from './LoadMore.module.css'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Loads the next page of a list. After a failure it says so and tries again; renders nothing after the last page. */
export const LoadMore = ({ query }: Props) =>
  query.hasNextPage && (
    <div className={styles.more}>
      {query.isFetchNextPageError && <p role="alert">We couldn’t load more.</p>}
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
