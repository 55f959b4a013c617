import type { FeedSearch } from '#web/features/discussions/feed/feed-search.ts'
import styles from '#web/features/discussions/feed/FeedSort.module.css'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'

interface Props {
  search: FeedSearch
  onChange: (change: Pick<FeedSearch, 'sort' | 'unanswered'>) => void
}

/** The order of the feed, in its address. "Unanswered" is a filter, but members look for it among the orders. */
export default function FeedSort({ search, onChange }: Props) {
  const options = [
    { value: 'active', label: 'Active' },
    { value: 'unanswered', label: 'Unanswered' },
    { value: 'relevant', label: search.search === undefined ? 'Most relevant to me' : 'Most relevant' },
  ]
  return (
    <SelectMenu
      label="Sort by"
      hidesLabel
      className={styles.sort}
      none="New"
      value={search.sort ?? (search.unanswered ? 'unanswered' : '')}
      options={options}
      onChange={(value) =>
        onChange({
          sort: value === 'active' || value === 'relevant' ? value : undefined,
          unanswered: value === 'unanswered' || undefined,
        } as Parameters<typeof onChange>[0])
      }
    />
  )
}
