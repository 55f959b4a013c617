import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ActivePollsPlace } from '#web/features/discussions/ActivePollsPlace.tsx'
import { feedQuery } from '#web/features/discussions/discussions.queries.ts'
import type FeedEmpty from '#web/features/discussions/FeedEmpty.tsx'
import { FeedFilters } from '#web/features/discussions/feed-filters.ts'
// Its looks are part of the first view, where that is filtered.
import '#web/features/discussions/FeedFilters.module.css'
import { FeedList } from '#web/features/discussions/FeedList.tsx'
import { FeedSkeleton } from '#web/features/discussions/EntrySkeleton.tsx'
import { DRAFTS_SAFE } from '#web/features/discussions/drafts.ts'
import { NotArrived } from '#web/platform/shell/NotArrived.tsx'
import { FeedTabs } from '#web/features/discussions/FeedTabs.tsx'
import { NewPill } from '#web/features/discussions/NewPill.tsx'
import { NewThreadOpener } from '#web/features/discussions/NewThreadOpener.tsx'
import {
  feedVariables,
  isFiltered,
  readFeedSearch,
  type FeedSearch,
  type Kind,
} from '#web/features/discussions/feed-search.ts'
import { useFeedLive } from '#web/features/discussions/use-feed-live.ts'
import styles from '#web/features/discussions/FeedPage.module.css'
import { track } from '#web/platform/analytics.ts'
import { referral } from '#web/platform/referral.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { useOverlayClosed } from '#web/platform/navigation.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const TrendingNote = later(() => import('#web/features/discussions/TrendingNote.tsx'))

/** Here while the filters are on their way, because the button says that it controls this. */
const FiltersPlace = ({ children }: { children: ReactNode }) => (
  <div id="feed-filters">
    <Suspense>{children}</Suspense>
  </div>
)

export function FeedPage({ search }: { search: FeedSearch }) {
  useTitle('Discussions')
  const viewer = useUser()
  const navigate = useNavigate()
  const address = JSON.stringify(feedVariables(search))
  const filters = useMemo(() => JSON.parse(address) as ReturnType<typeof feedVariables>, [address])
  const feed = useInfiniteQuery(feedQuery(filters))
  const { fresh, merge, compareSoon } = useFeedLive(filters, viewer.id)
  const [areFiltersOpen, setFiltersOpen] = useState(() => isFiltered(search))
  const heading = useRef<HTMLHeadingElement>(null)
  useOverlayClosed(compareSoon)
  useEffect(() => {
    void track('feed-viewed', { ...referral() })
  }, [])

  const changeFilters = (change: Partial<Record<keyof FeedSearch, FeedSearch[keyof FeedSearch]>>) => {
    for (const [filter, value] of Object.entries(change)) {
      if (value === undefined) continue
      // How long, never what: the words of a search can name a client.
      if (filter === 'search') void track('feed-searched', { search_length: String(value).length })
      else void track('feed-filtered', { filter, value: String(value) })
    }
    void navigate({ to: '/feed', search: readFeedSearch({ ...search, ...change }), resetScroll: false })
  }
  const changeKind = (next: Kind | undefined) => {
    void track('feed-filtered', { filter: 'kind', value: next ?? 'all' })
    void navigate({ to: '/feed', search: { ...search, kind: next } as FeedSearch, resetScroll: false })
  }
  const showFresh = () => {
    merge()
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }
  const count = feed.data?.pages.at(-1)?.count ?? 0
  return (
    <Page
      side={
        <Later>
          <TrendingNote />
        </Later>
      }
    >
      <h1 className={`t-page-title ${styles.title}`} ref={heading} tabIndex={-1}>
        Discussions
      </h1>
      <p className={styles.lede}>
        Between {viewer.num_of_peers.toLocaleString('en-US')} members of your networks. What is said here stays here.
      </p>
      <NewThreadOpener />
      <FeedTabs
        search={search}
        isOpen={areFiltersOpen}
        onNear={() => void FeedFilters.preload?.()}
        onToggle={() => setFiltersOpen(!areFiltersOpen)}
        onKind={changeKind}
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
      {search.kind === 'poll' && <ActivePollsPlace now={feed.dataUpdatedAt} />}
      <NewPill words={fresh && `${fresh.count.toLocaleString('en-US')} new`} onShow={showFresh} />
      <Entries
        feed={feed}
        count={count}
        search={search}
        viewer={viewer}
        onFilter={changeFilters}
        onClear={() => void navigate({ to: '/feed', search: {} })}
      />
    </Page>
  )
}

interface EntriesProps extends Pick<Parameters<typeof FeedList>[0], 'feed' | 'viewer' | 'onFilter'> {
  count: number
  search: FeedSearch
  onClear: () => void
}

function Entries({ feed, count, search, viewer, onFilter, onClear }: EntriesProps) {
  if (feed.data === undefined && feed.isError)
    return (
      <NotArrived title="We could not load the discussions" again={feed.refetch}>
        The list did not arrive. {DRAFTS_SAFE}
      </NotArrived>
    )
  if (feed.data === undefined) return <FeedSkeleton />
  if (count > 0)
    return <FeedList feed={feed} viewer={viewer} onFilter={onFilter} isSearch={search.search !== undefined} />
  return <Empty search={search} onClear={onClear} />
}

/** Most feeds hold something, so what is said where they do not is fetched once the page stands. */
function Empty(props: Parameters<typeof FeedEmpty>[0]) {
  const [Words, setWords] = useState<typeof FeedEmpty>()
  useEffect(() => {
    import('#web/features/discussions/FeedEmpty.tsx').then(
      (words) => setWords(() => words.default),
      () => undefined,
    )
  }, [])
  return Words && <Words {...props} />
}
