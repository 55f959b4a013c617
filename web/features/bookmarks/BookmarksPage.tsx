import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bookmarkKey, collectionsQuery, type Bookmark } from '#web/features/bookmarks/bookmarks.queries.ts'
import { BookmarkRow } from '#web/features/bookmarks/BookmarkRow.tsx'
import { BulkBar } from '#web/features/bookmarks/BulkBar.tsx'
import { CollectionHead } from '#web/features/bookmarks/CollectionHead.tsx'
import { CollectionList } from '#web/features/bookmarks/CollectionList.tsx'
import {
  readBookmarkSearch,
  selectBookmarks,
  type BookmarkSearch,
  type Saved,
} from '#web/features/bookmarks/bookmark-search.ts'
import { openBookmarks } from '#web/features/bookmarks/bookmark-search.ts'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import styles from './BookmarksPage.module.css'

/** Prefetches the bookmarks for server rendering. */
export const prepare = (client: QueryClient): Promise<unknown> => client.prefetchQuery(collectionsQuery)

/** What the member saved, in collections. Nobody else sees it. */
export function BookmarksPage() {
  useTitle('Bookmarks')
  useEffect(() => void track('bookmarks-viewed', referral()), [])
  const search = readBookmarkSearch(useSearch())
  const { data, isError, refetch } = useQuery(collectionsQuery)
  const saved = data && { collections: data.bookmark_collections, unfiled: data.unfiled_bookmarks }
  return (
    <Page side={<Notes />} hasDesk>
      <h1 className="t-page-title">Bookmarks</h1>
      {saved ? (
        <Content saved={saved} search={search} />
      ) : isError ? (
        <LoadFailed title="We couldn’t load your bookmarks" level={2} again={refetch}>
          Everything you saved is still there.
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Content({ saved, search }: { saved: Saved; search: BookmarkSearch }) {
  const count = saved.unfiled.length + saved.collections.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0 && saved.collections.length === 0) return <NothingSaved />
  return (
    <>
      <p className={styles.summary}>
        {counted(count, 'item')} in {counted(saved.collections.length, 'collection')}. Only you can see them.
      </p>
      <BookmarkSearchField search={search} />
      <div className={styles.panes}>
        <CollectionList saved={saved} search={search} count={count} />
        {/* The selection belongs to what is shown. */}
        <Items key={`${search.collection} ${search.q}`} saved={saved} search={search} />
      </div>
    </>
  )
}

function BookmarkSearchField({ search }: { search: BookmarkSearch }) {
  const { text, setText, seek } = useSearchText(search.q ?? '')
  return (
    <form
      role="search"
      method="get"
      action={ROUTES.bookmarks}
      onSubmit={(event) => {
        event.preventDefault()
        openBookmarks({ ...search, q: seek() })
      }}
    >
      <SearchField
        name="q"
        label="Search titles and your notes"
        placeholder="Search titles and your notes"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          // All bookmarks are on the page already, so results can follow each key.
          openBookmarks({ ...search, q: target.value }, { replace: true })
        }}
      />
    </form>
  )
}

function Items({ saved, search }: { saved: Saved; search: BookmarkSearch }) {
  const { time_zone } = useUser()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const shown = selectBookmarks(saved, search)
  const chosen = shown.filter((each) => selected.has(bookmarkKey(each)))
  const toggle = (bookmark: Bookmark) =>
    setSelected((now) => {
      const next = new Set(now)
      if (!next.delete(bookmarkKey(bookmark))) next.add(bookmarkKey(bookmark))
      return next
    })
  return (
    <section className={styles.items} aria-label="Saved items">
      <CollectionHead saved={saved} search={search} />
      {chosen.length > 0 && <BulkBar chosen={chosen} onDone={() => setSelected(new Set())} />}
      {shown.length === 0 ? (
        <NothingFound search={search} />
      ) : (
        <ul>
          {shown.map((bookmark) => (
            <BookmarkRow
              key={bookmarkKey(bookmark)}
              bookmark={bookmark}
              timeZone={time_zone}
              isSelected={selected.has(bookmarkKey(bookmark))}
              onSelect={() => toggle(bookmark)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const NothingSaved = () => (
  <StatePage title="You haven’t saved anything yet" actions={<Link to={ROUTES.feed}>Go to Discussions</Link>}>
    <p>Choose Save on a discussion to find it here again. Only you can see what you save.</p>
  </StatePage>
)

const NothingFound = ({ search }: { search: BookmarkSearch }) =>
  search.q === undefined ? (
    <StatePage title="This collection is empty">
      <p>Select bookmarks and choose “Move to” to put them here.</p>
    </StatePage>
  ) : (
    <StatePage title="No bookmarks match your search">
      <p>Check the spelling, or search in all bookmarks. Items that are gone are found by your note only.</p>
    </StatePage>
  )

const Notes = () => (
  <>
    <SideNote title="Save without leaving a page">
      <p className={styles.note}>
        Press <kbd className={styles.key}>b</kbd> on a discussion. Press it again to choose a collection.
      </p>
    </SideNote>
    <SideNote title="Private to you">
      <p className={styles.note}>No one sees what you save or the notes you write. Authors see no count.</p>
    </SideNote>
  </>
)

const Loading = () => (
  <div aria-busy="true" aria-label="Loading bookmarks" className={styles.loading}>
    <Skeleton width="half" />
    <Skeleton width="most" />
    <Skeleton width="most" />
    <Skeleton width="half" />
  </div>
)
