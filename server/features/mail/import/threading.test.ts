import { expect, test } from 'vitest'
import { chooseRoot, placeArrivals, placeBySubject } from './threading.ts'

const NOTHING = { threads: new Map(), awaiting: new Map() }
const DAY = 86_400_000
let fresh = 0
const arrival = (external_id: string, references: string[] = []) => ({
  external_id,
  references,
  fresh_thread_id: ++fresh,
})
const groups = (arrivals: ReturnType<typeof arrival>[]) => {
  const { thread_ids } = placeArrivals(arrivals, NOTHING)
  return [...Map.groupBy(thread_ids.keys(), (id) => thread_ids.get(id)).values()]
    .map((ids) => ids.toSorted().join(' '))
    .toSorted()
}

test('makes the same threads of an archive in any order', () => {
  const archive = [
    arrival('a'),
    arrival('b', ['a']),
    arrival('c', ['a', 'b']),
    arrival('d', ['c']),
    arrival('e'),
    arrival('g', ['missing']),
    arrival('h', ['missing']),
  ]
  for (const order of [archive, archive.toReversed(), [3, 5, 1, 0, 6, 2, 4].map((index) => archive[index]!)]) {
    expect(groups(order)).toEqual(['a b c d', 'e', 'g h'])
  }
})

test('merges two threads when the message that joins them arrives', () => {
  const placed = placeArrivals([arrival('m', ['a'])], { threads: new Map([['a', 1]]), awaiting: new Map([['m', [2]]]) })
  expect(placed.thread_ids.get('m')).toBe(1)
  expect(placed.merged).toEqual(new Map([[2, 1]]))
})

test('places by subject only what answers, and only within a month', () => {
  const thread = (
    thread_id: number,
    [from, to]: [number, number],
    is_opened_by_reply: boolean,
    subject_key = 'fees',
  ) => ({
    thread_id,
    subject_key,
    first_at: from * DAY,
    last_at: to * DAY,
    is_opened_by_reply,
  })
  const question = thread(1, [0, 10], false)
  const placed = (...threads: ReturnType<typeof thread>[]) => [...placeBySubject(threads)]
  expect(placed(question, thread(2, [20, 20], true))).toEqual([[2, 1]])
  expect(placed(thread(2, [45, 45], true), thread(3, [20, 20], true), question)).toEqual([
    [3, 1],
    [2, 1],
  ])
  expect(placed(question, thread(2, [45, 45], true))).toEqual([])
  expect(placed(question, thread(2, [5, 5], false))).toEqual([])
  expect(placed(question, thread(2, [5, 5], true, 'other'))).toEqual([])
  expect(placed(thread(1, [0, 0], false, ''), thread(2, [0, 0], true, ''))).toEqual([])
  expect(placed(thread(2, [1, 1], true), thread(1, [1.5, 9], false))).toEqual([[2, 1]])
  expect(placed(thread(4, [0, 2], true), thread(5, [3, 3], true))).toEqual([[5, 4]])
})

test('opens a thread with its question, then with the earliest', () => {
  const one = (id: number, is_reply: boolean, sent_at: number) => ({ id, is_reply, sent_at })
  expect(chooseRoot([one(1, true, 0), one(2, false, 5), one(3, false, 4)])?.id).toBe(3)
  expect(chooseRoot([one(1, true, 2), one(2, true, 1)])?.id).toBe(2)
})
