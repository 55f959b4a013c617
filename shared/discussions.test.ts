import { describe, expect, test } from 'vitest'
import { excludeShown, groupReplies, namesInWords, nextOffset, privateReplies } from '#shared/discussions.ts'

test('names are joined as a sentence joins them', () => {
  expect(namesInWords([])).toBe('')
  expect(namesInWords(['Priya'])).toBe('Priya')
  expect(namesInWords(['you', 'Priya'])).toBe('you and Priya')
  expect(namesInWords(['you', 'Marcus', 'Priya'])).toBe('you, Marcus, and Priya')
})

test('tallies speak of one reply and of many', () => {
  expect([groupReplies(0), groupReplies(1), groupReplies(1284)]).toEqual([
    '0 Group Replies',
    '1 Group Reply',
    '1,284 Group Replies',
  ])
  expect([privateReplies(1), privateReplies(3)]).toEqual(['1 Private Reply', '3 Private Replies'])
})

describe('paging the feed', () => {
  const item = (id: number) => ({ thread: { id } })
  test('drops what is shown already and counts it', () => {
    expect(
      excludeShown([
        [item(1), item(2)],
        [item(2), item(3)],
      ]),
    ).toEqual({ items: [item(1), item(2), item(3)], duplicates: 1 })
  })
  test('goes on at 25 for each page plus the duplicates', () => {
    expect(nextOffset(2, 1, 60)).toBe(51)
    expect(nextOffset(2, 1, 51)).toBeUndefined()
    expect(nextOffset(1, 0, 25)).toBeUndefined()
  })
})
