import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

interface Props {
  title: string
  level?: 1 | 2
  error?: unknown
  onRetry: () => void
}

/** Error state of a list, with the refusal of a search if there is one. */
export function Failed({ title, level = 2, error, onRetry }: Props) {
  return (
    <LoadFailed level={level} title={title} again={onRetry}>
      {searchRefusal(error) ?? 'Something went wrong while loading this.'} No recommendations were lost.
    </LoadFailed>
  )
}

/** Loading skeleton of a list. */
export const Rows = ({ label }: { label: string }) => (
  <ul className={styles.list} aria-busy="true" aria-label={label}>
    {[1, 2, 3, 4].map((row) => (
      <li key={row} className={styles.row}>
        <Skeleton shape="disc" />
        <div>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton width="third" />
        </div>
      </li>
    ))}
  </ul>
)
