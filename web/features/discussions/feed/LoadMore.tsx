import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { FeedPages } from '#web/features/discussions/queries/discussions.queries.ts'
import { ThreadCardSkeleton } from '#web/features/discussions/thread-card/ThreadCardSkeleton.tsx'
import styles from '#web/features/discussions/feed/FeedPage.module.css'
import { scrollerAround } from '#web/kit/virtual-list/use-scroller.ts'
import { GROWING_LIST } from '#web/kit/virtual-list/VirtualList.tsx'
import { Button } from '#web/kit/Button.tsx'

export const NEAR_END_PX = 2500
export const SCROLL_WAIT_MS = 500

interface Props {
  feed: UseInfiniteQueryResult<FeedPages>
  list: RefObject<HTMLElement | null>
  count: number
}

/** Loads the next page before the reader reaches the end. The button is for keyboard users and failed requests. */
export function LoadMore({ feed, list, count }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = feed as typeof feed & { hasNextPage: boolean }
  useNearEnd(list, feed.data, () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void feed.fetchNextPage()
  })
  if (!hasNextPage) {
    const words =
      count === 1
        ? 'That’s the only discussion here.'
        : `You’ve reached the end. ${count.toLocaleString('en-US')} discussions.`
    return <p className={`t-meta ${styles.end}`}>{words}</p>
  }
  return (
    <div className={styles.more}>
      {isFetchNextPageError && <p role="alert">We couldn’t load more.</p>}
      {isFetchingNextPage ? (
        <div role="status" aria-label="Loading more discussions" className={styles.loading}>
          <ThreadCardSkeleton />
        </div>
      ) : (
        <Button onClick={() => void feed.fetchNextPage()}>{isFetchNextPageError ? 'Try again' : 'Load more'}</Button>
      )}
    </div>
  )
}

/**
 * Calls `onNear` near the end of the scroller: 500 ms after the last scroll, or every 500 ms during continuous
 * scrolling.
 */
function useNearEnd(list: RefObject<HTMLElement | null>, loaded: unknown, onNear: () => void): void {
  const check = useEffectEvent((again: () => void) => {
    const scroller = list.current && scrollerAround(list.current)
    if (!scroller || scroller.clientHeight === 0) return
    // On a slow device the end is near only until the rest of the first page is rendered.
    if (list.current?.querySelector(GROWING_LIST)) again()
    else if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX) onNear()
  })
  useEffect(() => {
    const scroller = list.current && scrollerAround(list.current)
    if (!scroller) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        check(soon)
      }, SCROLL_WAIT_MS)
    }
    // Check once now: a short list never scrolls, and the loaded page may not have filled the distance.
    soon()
    scroller.addEventListener('scroll', soon, { passive: true })
    return () => {
      clearTimeout(timer)
      scroller.removeEventListener('scroll', soon)
    }
  }, [list, loaded])
}
