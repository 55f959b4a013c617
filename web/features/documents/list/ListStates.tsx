import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

interface Props {
  title: string
  level?: 1 | 2
  error?: unknown
  onRetry: () => void
}

export const ListFailed = ({ title, level = 2, error, onRetry }: Props) => (
  <LoadFailed level={level} title={title} again={onRetry}>
    {searchRefusal(error) ?? 'Something went wrong while loading this.'} No documents were lost.
  </LoadFailed>
)

export const RowSkeletons = () => (
  <ul aria-busy="true" aria-label="Documents">
    {[1, 2, 3, 4].map((row) => (
      <li key={row} className={styles.row}>
        <span className={styles.thumb} />
        <div className={styles.about}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="third" />
          <Skeleton width="most" />
        </div>
      </li>
    ))}
  </ul>
)
