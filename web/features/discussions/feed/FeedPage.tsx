import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { counted } from '#shared/kit/text.ts'
import { LazyActivePolls } from '#web/features/discussions/polls/LazyActivePolls.tsx'
import { feedQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import type FeedEmpty from '#web/features/discussions/feed/FeedEmpty.tsx'
import { FeedFilters } from '#web/features/discussions/feed/lazy-feed-filters.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
// Imported eagerly: a filtered feed needs these styles for its first render.
import '#web/features/discussions/feed/FeedFilters.module.css'
import { FeedList } from '#web/features/discussions/feed/FeedList.tsx'
import { FeedSkeleton } from '#web/features/discussions/thread-card/ThreadCardSkeleton.tsx'
import { DRAFTS_SAFE } from '#web/writing/drafts/draft-store.ts'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { FeedTabs } from '#web/features/discussions/feed/FeedTabs.tsx'
import { NewItemsButton } from '#web/features/discussions/thread-card/NewItemsButton.tsx'
import { NewThreadOpener } from '#web/features/discussions/feed/NewThreadOpener.tsx'
import {
  feedVariables,
  isFiltered,
  readFeedSearch,
  type FeedSearch,
  type Kind,
} from '#web/features/discussions/feed/feed-search.ts'
import { useFeedLive } from '#web/features/discussions/feed/use-feed-live.ts'
import styles from '#web/features/discussions/feed/FeedPage.module.css'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useOverlayClosed } from '#web/platform/navigation/navigation.ts'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const WaitingPosts = lazyOrNothing(() => import('#web/features/discussions/waiting/WaitingPosts.tsx'))

/** Rendered even while the filters load, because the button's `aria-controls` points to it. */
const FiltersPlace = ({ children }: { children: ReactNode }) => (
  <div id="feed-filters">
    <Suspense>{children}</Suspense>
  </div>
)

function trackFilters(change: Partial<Record<keyof FeedSearch, FeedSearch[keyof FeedSearch]>>): void {
  for (const [filter, value] of Object.entries(change)) {
    if (value === undefined) continue
    // Track the length, never the text: a search can name a client.
    if (filter === 'search') void track('feed-searched', { search_length: String(value).length })
    else void track('feed-filtered', { filter, value: String(value) })
  }
}

/** Members are counted every ten minutes: in a new community, nobody is counted yet. */
const peersText = (count: number) => (count > 0 ? `${counted(count, 'member')} in your networks. ` : '')

export function FeedPage({ search }: { search: FeedSearch }) {
  useTitle('Discussions')
  const viewer = useUser()
  const { changeFilters, changeKind, clear } = useFilterAddress(search)
  const { feed, fresh, merge } = useFeed(search, viewer.id)
  const [areFiltersOpen, setFiltersOpen] = useState(() => isFiltered(search))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    void track('feed-viewed', { ...referral() })
  }, [])

  const showFresh = () => {
    merge()
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }
  const count = feed.data?.pages.at(-1)?.count ?? 0
  return (
    <Page>
      <h1 className={`t-page-title ${styles.title}`} ref={heading} tabIndex={-1}>
        Discussions
      </h1>
      <p className={styles.lede}>
        {peersText(viewer.num_of_peers)}
        What’s said here stays here.
      </p>
      <NewThreadOpener />
      <AfterFirstView>
        <WaitingPosts />
      </AfterFirstView>
      <FeedTabs
        search={search}
        isOpen={areFiltersOpen}
        onNear={() => void FeedFilters.preload?.()}
        onToggle={() => setFiltersOpen(!areFiltersOpen)}
        onKind={changeKind}
        onSort={changeFilters}
      />
      {areFiltersOpen && (
        <FiltersPlace>
          <FeedFilters
            search={search}
            count={feed.data && isFiltered(search) ? count : null}
            viewer={viewer}
            author={feed.data?.pages[0]?.items[0]?.author.name}
            onChange={changeFilters}
          />
        </FiltersPlace>
      )}
      {search.kind === 'poll' && <LazyActivePolls now={feed.dataUpdatedAt} />}
      <NewItemsButton words={fresh && `${fresh.count.toLocaleString('en-US')} new`} onShow={showFresh} />
      <Entries feed={feed} count={count} search={search} viewer={viewer} onFilter={changeFilters} onClear={clear} />
    </Page>
  )
}

/** The loaded pages of the filtered feed, and the posts that came since (`fresh`), which `merge` adds. */
function useFeed(search: FeedSearch, viewerId: number) {
  const address = JSON.stringify(feedVariables(search))
  const filters = useMemo(() => JSON.parse(address) as ReturnType<typeof feedVariables>, [address])
  const feed = useInfiniteQuery(feedQuery(filters))
  const { fresh, merge, compareSoon } = useFeedLive(filters, viewerId, feed.data?.pages)
  useOverlayClosed(compareSoon)
  return { feed, fresh, merge }
}

/** Changes the filters in the address of the page. */
function useFilterAddress(search: FeedSearch) {
  const navigate = useNavigate()
  const changeFilters = (change: Partial<Record<keyof FeedSearch, FeedSearch[keyof FeedSearch]>>) => {
    trackFilters(change)
    void navigate({ to: '/feed', search: readFeedSearch({ ...search, ...change }), resetScroll: false })
  }
  const changeKind = (next: Kind | undefined) => {
    void track('feed-filtered', { filter: 'kind', value: next ?? 'all' })
    void navigate({ to: '/feed', search: { ...search, kind: next } as FeedSearch, resetScroll: false })
  }
  const clear = () => void navigate({ to: '/feed', search: {} })
  return { changeFilters, changeKind, clear }
}

interface EntriesProps extends Pick<Parameters<typeof FeedList>[0], 'feed' | 'viewer' | 'onFilter'> {
  count: number
  search: FeedSearch
  onClear: () => void
}

function Entries({ feed, count, search, viewer, onFilter, onClear }: EntriesProps) {
  if (feed.data === undefined && feed.isError)
    return (
      <LoadFailed title="We couldn’t load discussions" again={feed.refetch}>
        {searchRefusal(feed.error) ?? 'We couldn’t load this list.'} {DRAFTS_SAFE}
      </LoadFailed>
    )
  if (feed.data === undefined) return <FeedSkeleton />
  if (count > 0)
    return (
      <FeedList
        feed={feed}
        viewer={viewer}
        onFilter={onFilter}
        isSearch={search.search !== undefined}
        order={search.sort}
      />
    )
  return <Empty search={search} onClear={onClear} />
}

/** Most feeds are not empty, so load the empty state only after the page has rendered. */
function Empty(props: Parameters<typeof FeedEmpty>[0]) {
  const [Words, setWords] = useState<typeof FeedEmpty>()
  useEffect(() => {
    import('#web/features/discussions/feed/FeedEmpty.tsx').then(
      (words) => setWords(() => words.default),
      () => undefined,
    )
  }, [])
  return Words && <Words {...props} />
}
