import { expect, test } from 'vitest'
import { feedVariables, isFiltered, readFeedSearch } from '#web/features/discussions/feed/feed-search.ts'

test('the address keeps what it understands and what belongs to others', () => {
  expect(
    readFeedSearch({ kind: 'poll', search: '  dpa ', own: 'true', area: '4', geography: '0', s: 'members', sid: '7' }),
  ).toEqual({
    kind: 'poll',
    search: 'dpa',
    own: true,
    area: 4,
    s: 'members',
    sid: '7',
  })
  expect(readFeedSearch({ kind: 'nonsense', search: ' ', area: 'x' })).toEqual({})
})

test('each kind asks for its own threads, and everything asks for all', () => {
  expect(feedVariables({})).toEqual({})
  expect(feedVariables({ kind: 'discussion' })).toEqual({ thread_type: 'discussion' })
  expect(feedVariables({ kind: 'document' })).toEqual({ thread_type: 'document_request' })
  expect(feedVariables({ kind: 'poll' })).toEqual({ isPoll: true })
  expect(feedVariables({ kind: 'recommendation' })).toEqual({ isRecommendation: true })
})

test('filters become variables', () => {
  expect(feedVariables({ search: 'dpa', own: true, area: 4, geography: 5 })).toEqual({
    search: 'dpa',
    ownThreads: true,
    areasOfExpertise: [4],
    geographies: [5],
  })
})

test('the order is in the address, and is not a filter', () => {
  expect(readFeedSearch({ sort: 'active' })).toEqual({ sort: 'active' })
  expect(readFeedSearch({ sort: 'random' })).toEqual({})
  expect(feedVariables({ sort: 'active' })).toEqual({ order_by: 'most_active' })
  expect(feedVariables({ sort: 'relevant' })).toEqual({ order_by: 'most_relevant' })
  expect(isFiltered({ sort: 'active' })).toBe(false)
})
