import { useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo, useRef, type MouseEvent } from 'react'
import { FEED_PAGE, excludeShown } from '#shared/discussions.ts'
import type { FeedPages } from '#web/features/discussions/queries/discussions.queries.ts'
import { groupedByDay, underOneHeading, type FeedRow } from '#web/features/discussions/feed/feed-days.ts'
import type { FeedSearch } from '#web/features/discussions/feed/feed-search.ts'
import styles from '#web/features/discussions/feed/FeedPage.module.css'
import { VirtualList } from '#web/kit/virtual-list/VirtualList.tsx'
import { LoadMore } from '#web/features/discussions/feed/LoadMore.tsx'
import { ThreadCard, topicId } from '#web/features/discussions/thread-card/ThreadCard.tsx'
import { useThreadPrefetch } from '#web/features/discussions/thread/use-thread-prefetch.ts'
import { useNow } from '#web/kit/use-now.ts'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'
import { useDensity } from '#web/platform/session/display.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import type { Viewer } from '#web/platform/session/session.ts'

interface Props {
  feed: UseInfiniteQueryResult<FeedPages>
  viewer: Viewer
  isSearch: boolean
  order: FeedSearch['sort']
  onFilter: (change: { area?: number; geography?: number }) => void
}

const LINE = 27
/** The first page is rendered without virtualization. */
const VIRTUALIZE_ABOVE = FEED_PAGE
const estimate = ({ item, day }: FeedRow) =>
  (day === null ? 0 : 52) + 190 + Math.ceil(item.thread.excerpt.length / 70) * LINE + item.top_replies.length * 76
const keyOf = ({ item }: FeedRow) => String(item.thread.id)

const RANKED = { active: 'Recently active', relevant: 'Most relevant' }

export function FeedList({ feed, viewer, isSearch, order, onFilter }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const density = useDensity()
  const now = useNow(feed.dataUpdatedAt)
  const pages = feed.data!.pages
  const rows = useMemo(() => {
    const { items } = excludeShown(pages.map(({ items }) => items))
    return order ? underOneHeading(items, RANKED[order]) : groupedByDay(items, viewer.time_zone, now)
  }, [pages, viewer.time_zone, now, order])
  const count = pages.at(-1)!.count
  const onPointerOver = useThreadPrefetch()
  const onClick = useEntryClicks(onFilter)

  return (
    <div ref={list} onClick={onClick} onPointerOver={onPointerOver}>
      <VirtualList
        role="feed"
        aria-label={isSearch ? 'Search results' : 'Discussions'}
        aria-busy={feed.isFetchingNextPage}
        className={styles.list}
        items={rows}
        keyOf={keyOf}
        estimate={estimate}
        wholeUpTo={VIRTUALIZE_ABOVE}
        layoutKey={density}
        entryTag="article"
        entryProps={({ item, day }, index) => ({
          className: `${styles.entry} ${day === null ? styles.ruled : ''}`,
          'aria-posinset': index + 1,
          'aria-setsize': count,
          'aria-labelledby': topicId(item.thread.id),
        })}
        entry={({ item, day }) => (
          <>
            {day !== null && <h2 className={`t-day ${styles.day}`}>{day}</h2>}
            <ThreadCard
              item={item}
              isUnread={item.thread.viewed_at === null && item.author.id !== viewer.id}
              now={now}
              timeZone={viewer.time_zone}
            />
          </>
        )}
      />
      <LoadMore feed={feed} list={list} count={count} />
    </div>
  )
}

/** One listener for the links, tags and menus of all entries. */
function useEntryClicks(onFilter: Props['onFilter']) {
  const client = useQueryClient()
  return (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const tag = target?.closest('a[data-filter]')
    const more = target?.closest<HTMLElement>('[data-more]')
    if (more)
      void import('#web/features/discussions/thread-card/thread-card-menu.tsx').then(
        (menu) => menu.openThreadCardMenu(more, client),
        showLoadError,
      )
    if (tag && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      const [name, id] = tag.getAttribute('data-filter')!.split('=')
      onFilter({ [name!]: Number(id) })
    } else openThreadLink(event)
  }
}
