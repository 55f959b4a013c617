import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { KINDS, isFiltered, type FeedSearch, type Kind } from '#web/features/discussions/feed/feed-search.ts'
import styles from '#web/features/discussions/feed/FeedTabs.module.css'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'

interface Props {
  search: FeedSearch
  isOpen: boolean
  onNear: () => void
  onToggle: () => void
  onKind: (kind: Kind | undefined) => void
  onSort: Parameters<typeof FeedSort>[0]['onChange']
}

const FeedSort = lazyOrNothing(() => import('#web/features/discussions/feed/FeedSort.tsx'))

/** The thread types as a row of links; the filters open below. */
export function FeedTabs({ search, isOpen, onNear, onToggle, onKind, onSort }: Props) {
  const onClick = (kind: Kind | undefined) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onKind(kind)
  }
  return (
    <div className={styles.bar} data-guide="filters">
      <nav className={styles.kinds} aria-label="Discussion types">
        {KINDS.map(({ kind, label }) => (
          <a
            key={label}
            href={ROUTES.feed + stringifySearch({ ...search, kind })}
            className={styles.kind}
            aria-current={search.kind === kind ? 'page' : undefined}
            onClick={onClick(kind)}
          >
            {label}
          </a>
        ))}
      </nav>
      <AfterFirstView>
        <FeedSort search={search} onChange={onSort} />
      </AfterFirstView>
      <button
        type="button"
        className={styles.filter}
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'feed-filters' : undefined}
        data-opens="feed-filters"
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={onToggle}
      >
        <IconAdjustmentsHorizontal size={17} stroke={1.6} aria-hidden />
        <span className={styles.word}>Filters</span>
        {isFiltered(search) && <span className="visually-hidden"> (active)</span>}
        {isFiltered(search) && <span className={styles.inUse} />}
      </button>
    </div>
  )
}
