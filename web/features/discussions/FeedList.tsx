import { useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo, useRef, type MouseEvent } from 'react'
import { FEED_PAGE, withoutShown } from '#shared/discussions.ts'
import type { FeedPages } from '#web/features/discussions/discussions.queries.ts'
import { groupedByDay, type FeedRow } from '#web/features/discussions/feed-days.ts'
import styles from '#web/features/discussions/FeedPage.module.css'
import { LongList } from '#web/features/discussions/LongList.tsx'
import { MoreEntries } from '#web/features/discussions/MoreEntries.tsx'
import { ThreadEntry, topicId } from '#web/features/discussions/ThreadEntry.tsx'
import { useThreadAhead } from '#web/features/discussions/use-thread-ahead.ts'
import { useNow } from '#web/features/discussions/use-now.ts'
import { openFromList } from '#web/features/discussions/open-thread.ts'
import { useDensity } from '#web/platform/display.ts'
import type { Viewer } from '#web/platform/session.ts'

interface Props {
  feed: UseInfiniteQueryResult<FeedPages>
  viewer: Viewer
  isSearch: boolean
  onFilter: (change: { area?: number; geography?: number }) => void
}

const LINE = 27
/** The first page is mounted whole. */
const WHOLE_UP_TO = FEED_PAGE
const estimate = ({ item, day }: FeedRow) =>
  (day === null ? 0 : 52) + 190 + Math.ceil(item.thread.excerpt.length / 70) * LINE + item.top_replies.length * 76
const keyOf = ({ item }: FeedRow) => String(item.thread.id)

export function FeedList({ feed, viewer, isSearch, onFilter }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const density = useDensity()
  const now = useNow(feed.dataUpdatedAt)
  const pages = feed.data!.pages
  const rows = useMemo(() => {
    const { items } = withoutShown(pages.map(({ items }) => items))
    return groupedByDay(items, viewer.time_zone, now)
  }, [pages, viewer.time_zone, now])
  const count = pages.at(-1)!.count
  const client = useQueryClient()
  const onPointerOver = useThreadAhead()

  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const tag = target?.closest('a[data-filter]')
    const more = target?.closest<HTMLElement>('[data-more]')
    if (more) void import('#web/features/discussions/entry-menu.tsx').then((menu) => menu.openEntryMenu(more, client))
    if (tag && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      const [name, id] = tag.getAttribute('data-filter')!.split('=')
      onFilter({ [name!]: Number(id) })
    } else openFromList(event)
  }
  return (
    <div ref={list} onClick={onClick} onPointerOver={onPointerOver}>
      <LongList
        role="feed"
        aria-label={isSearch ? 'Discussions found' : 'Discussions'}
        aria-busy={feed.isFetchingNextPage}
        className={styles.list}
        items={rows}
        keyOf={keyOf}
        estimate={estimate}
        wholeUpTo={WHOLE_UP_TO}
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
            <ThreadEntry
              item={item}
              isUnread={item.thread.viewed_at === null && item.author.id !== viewer.id}
              now={now}
              timeZone={viewer.time_zone}
            />
          </>
        )}
      />
      <MoreEntries feed={feed} list={list} count={count} />
    </div>
  )
}
