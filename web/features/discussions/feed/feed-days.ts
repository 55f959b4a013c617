import { dayHeading } from '#shared/kit/dates.ts'
import type { FeedItem } from '#web/features/discussions/thread-card/ThreadCard.tsx'

export interface FeedRow {
  item: FeedItem
  /** Heading shown before the first entry of a day. */
  day: string | null
}

export function groupedByDay(items: readonly FeedItem[], timeZone: string, now: number): FeedRow[] {
  let before: string | null = null
  return items.map((item) => {
    const day = dayHeading(item.thread.pub_date, timeZone, now)
    const row = { item, day: day === before ? null : day }
    before = day
    return row
  })
}

/** Ranked entries, whose days would alternate. */
export const underOneHeading = (items: readonly FeedItem[], heading: string): FeedRow[] =>
  items.map((item, index) => ({ item, day: index === 0 ? heading : null }))
