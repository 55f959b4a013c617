import { expect, test } from 'vitest'
import type { FeedPage } from '#web/features/discussions/queries/discussions.queries.ts'
import { newCount } from '#web/features/discussions/feed/use-feed-live.ts'

const ME = 1
const page = (ids: readonly number[], count = ids.length, authorId = 2) =>
  ({ count, items: ids.map((id) => ({ thread: { id }, author: { id: authorId } })) }) as FeedPage

test('counts threads of others above the first that is shown', () => {
  expect(newCount(page([5, 4, 3, 2]), page([3, 2]), new Set([3, 2]), ME)).toBe(2)
  expect(newCount(page([5, 3, 2], 3, ME), page([3, 2]), new Set([3, 2]), ME)).toBe(0)
})

test('a thread that moved into view further down is not new', () => {
  expect(newCount(page([3, 2, 1]), page([3, 2]), new Set([3, 2]), ME)).toBe(0)
})

test('when a whole page is new the totals say how many there are', () => {
  expect(newCount(page([9, 8, 7], 44), page([3, 2], 4), new Set([3, 2]), ME)).toBe(40)
})
