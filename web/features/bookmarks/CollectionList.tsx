import { useState } from 'react'
import { COLLECTION_TITLE_LENGTH } from '#shared/bookmarks.ts'
import type { BookmarkSearch, Saved } from '#web/features/bookmarks/bookmark-search.ts'
import { useAlterBookmarks } from '#web/features/bookmarks/bookmarks.queries.ts'
import { bookmarksPath, openBookmarks } from '#web/features/bookmarks/bookmark-search.ts'
import { TitleForm } from '#web/features/bookmarks/TitleForm.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './BookmarksPage.module.css'

interface Props {
  saved: Saved
  search: BookmarkSearch
  count: number
}

/** The collections with their numbers; on the phone a line that scrolls. */
export function CollectionList({ saved, search, count }: Props) {
  const [isAdding, setAdding] = useState(false)
  const { run, isPending, error, reset } = useAlterBookmarks()
  const add = async (title: string) => {
    const done = await run({ bookmarks: [], title })
    if (!done) return
    setAdding(false)
    if (done.alterBookmarks[0]) openBookmarks({ collection: done.alterBookmarks[0].id })
  }
  const places = [
    { key: 'all', label: 'All bookmarks', collection: undefined, count },
    ...saved.collections.map(({ id, title, items }) => ({
      key: id,
      label: title,
      collection: id,
      count: items.length,
    })),
    { key: 'none', label: 'Not in a collection', collection: 'none' as const, count: saved.unfiled.length },
  ]
  return (
    <nav className={styles.collections} aria-label="Collections">
      <h2 className={`t-section ${styles.collectionsTitle}`}>Collections</h2>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={place.key}>
            <Link
              to={bookmarksPath({ ...(place.collection !== undefined && { collection: place.collection }) })}
              className={styles.place}
              aria-current={search.collection === place.collection ? 'page' : undefined}
            >
              <span className={styles.placeName}>{place.label}</span>
              <span className={styles.placeCount}>{place.count.toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <TitleForm
          confirm="Create"
          maxLength={COLLECTION_TITLE_LENGTH}
          isPending={isPending}
          problem={error?.message}
          onSubmit={(title) => void add(title)}
          onCancel={() => {
            reset()
            setAdding(false)
          }}
        />
      ) : (
        <button type="button" className={styles.textButton} onClick={() => setAdding(true)}>
          New collection
        </button>
      )}
    </nav>
  )
}
