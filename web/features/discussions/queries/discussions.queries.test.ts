import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { excludeShown } from '#shared/discussions.ts'
import { NEAR_END_PX, SCROLL_WAIT_MS } from '#web/features/discussions/feed/LoadMore.tsx'
import { feedQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'

afterEach(() => vi.unstubAllGlobals())

/** A feed of `count` threads; `arrivingBeforePage` threads are published above them before each page is requested. */
function feedOf(count: number, { arrivingBeforePage = [0, 0, 0] } = {}) {
  const threads = Array.from({ length: count }, (_, index) => count - index)
  const asked: { limit: number; offset: number }[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { variables } = JSON.parse(init.body as string) as { variables: { limit: number; offset: number } }
    for (let more = 0; more < (arrivingBeforePage[asked.length] ?? 0); more++) threads.unshift(threads[0]! + 1)
    asked.push({ limit: variables.limit, offset: variables.offset })
    const items = threads.slice(variables.offset, variables.offset + variables.limit).map((id) => ({ thread: { id } }))
    return new Response(JSON.stringify({ data: { threads: { count: threads.length, items } } }))
  })
  return asked
}

const load = (pages: number) => {
  fakeBrowser()
  return new QueryClient().fetchInfiniteQuery({ ...feedQuery({}), pages })
}
const idsOf = (loaded: Awaited<ReturnType<typeof load>>) =>
  loaded.pages.flatMap(({ items }) => items.map(({ thread }) => thread.id))

test('the feed is loaded by pages of 25 until all are there (RULE-infinite-paging, CONST-feed-page-size)', async () => {
  const asked = feedOf(60)
  const loaded = await load(9)
  expect(asked).toEqual([
    { limit: 25, offset: 0 },
    { limit: 25, offset: 25 },
    { limit: 25, offset: 50 },
  ])
  expect(new Set(idsOf(loaded)).size).toBe(60)
})

test('what arrives meanwhile is dropped as a duplicate and added to the offset (RULE-feed-paging-offset, RULE-feed-dedupe)', async () => {
  const asked = feedOf(80, { arrivingBeforePage: [0, 3, 0] })
  const { pages } = await load(3)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 25, 53])
  const { items, duplicates } = excludeShown(pages.map((page) => page.items))
  expect(duplicates).toBe(3)
  expect(new Set(items.map(({ thread }) => thread.id)).size).toBe(items.length)
})

test('more is asked for within 2500 px of the end, 500 ms after the last scroll (CONST-infinite-scroll)', () => {
  expect([NEAR_END_PX, SCROLL_WAIT_MS]).toEqual([2_500, 500])
})
