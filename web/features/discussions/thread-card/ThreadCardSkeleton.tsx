import entry from '#web/features/discussions/thread-card/ThreadCard.module.css'
import styles from '#web/features/discussions/thread-card/ThreadCardSkeleton.module.css'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'

/** Skeleton with the layout of a real entry. */
export function ThreadCardSkeleton() {
  return (
    <div className={`${entry.entry} ${styles.entry}`} aria-hidden="true">
      <Skeleton shape="disc" />
      <div className={styles.byline}>
        <Skeleton width="half" />
        <Skeleton width="third" />
      </div>
      <div className={entry.content}>
        <div className={styles.topic}>
          <Skeleton shape="title" width="most" />
        </div>
        <Skeleton />
        <Skeleton />
        <Skeleton width="half" />
        <div className={styles.foot}>
          <Skeleton width="third" />
        </div>
      </div>
    </div>
  )
}

export function FeedSkeleton() {
  return (
    <div role="status" aria-label="Loading discussions" className={styles.list}>
      {[0, 1, 2, 3].map((each) => (
        <ThreadCardSkeleton key={each} />
      ))}
    </div>
  )
}
