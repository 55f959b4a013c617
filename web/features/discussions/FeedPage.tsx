import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActivePollsPlace } from '#web/features/discussions/ActivePollsPlace.tsx'
import { feedQuery } from '#web/features/discussions/discussions.queries.ts'
import { FeedFilters } from '#web/features/discussions/FeedFilters.tsx'
import { FeedList } from '#web/features/discussions/FeedList.tsx'
import { FeedSkeleton } from '#web/features/discussions/EntrySkeleton.tsx'
import { FeedEmpty, FeedFailed } from '#web/features/discussions/FeedStates.tsx'
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
import { useTitle } from '#web/platform/arrival.ts'
import { useOverlayClosed } from '#web/platform/navigation.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const TrendingNote = later(() => import('#web/features/discussions/TrendingNote.tsx'))

export function FeedPage({ search }: { search: FeedSearch }) {
  useTitle('Discussions')
  const viewer = useUser()
  const navigate = useNavigate()
  const { search: text } = search
  const address = JSON.stringify(feedVariables(search))
  const filters = useMemo(() => JSON.parse(address) as ReturnType<typeof feedVariables>, [address])
  const feed = useInfiniteQuery(feedQuery(filters))
  const { fresh, merge, compareSoon } = useFeedLive(filters, viewer.id)
  const [areFiltersOpen, setFiltersOpen] = useState(() => isFiltered(search))
  const heading = useRef<HTMLHeadingElement>(null)
  useOverlayClosed(compareSoon)
  useEffect(() => {
    void track('feed-viewed', {})
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
        onToggle={() => setFiltersOpen(!areFiltersOpen)}
        onKind={changeKind}
      />
      {areFiltersOpen && (
        <FeedFilters
          search={search}
          count={feed.data && isFiltered(search) ? count : null}
          viewer={viewer}
          author={feed.data?.pages[0]?.items[0]?.author.name}
          onChange={changeFilters}
        />
      )}
      {search.kind === 'poll' && <ActivePollsPlace now={feed.dataUpdatedAt} />}
      <NewPill words={fresh && `${fresh.count.toLocaleString('en-US')} new`} onShow={showFresh} />
      {feed.data === undefined && feed.isError && <FeedFailed onRetry={() => void feed.refetch()} />}
      {feed.data === undefined && !feed.isError && <FeedSkeleton />}
      {feed.data !== undefined && count === 0 && (
        <FeedEmpty search={search} onClear={() => void navigate({ to: '/feed', search: {} })} />
      )}
      {feed.data !== undefined && count > 0 && (
        <FeedList feed={feed} viewer={viewer} onFilter={changeFilters} isSearch={text !== undefined} />
      )}
    </Page>
  )
}
