import { describe, expect, test } from 'vitest'
import { foldRows } from '#web/features/discussions/messages/fold-rows.ts'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'

const row = (n: number, part: Partial<ThreadRow> = {}) =>
  ({
    key: `m${n}`,
    message: { id: n, sender: { id: n % 5, name: `Member ${n % 5}` } },
    outgoing: null,
    isAnswer: false,
    isNew: false,
    ...part,
  }) as ThreadRow
const rows = (count: number, special: Record<number, Partial<ThreadRow>> = {}) =>
  Array.from({ length: count }, (_, index) => row(index + 1, special[index + 1]))
const NONE: ReadonlySet<string> = new Set()
const shown = (all: ThreadRow[], kept = NONE) =>
  foldRows(all, kept, true).map(({ key, fold }) => (fold ? `${fold.length} folded` : key))

describe('the middle of a long thread', () => {
  test('what was read is folded between the first two and the last three, which can be shown again', () => {
    const all = rows(20)
    expect(shown(all)).toEqual(['m1', 'm2', '15 folded', 'm18', 'm19', 'm20'])
    expect(foldRows(all, NONE, true)[2]!.fold).toEqual(all.slice(2, 17))
  })

  test('what is new, most agreed, on its way or linked to is never folded', () => {
    const all = rows(30, { 9: { isNew: true }, 16: { isBest: true }, 25: { outgoing: {} as never } })
    expect(shown(all, new Set(['m22']))).toEqual([
      'm1',
      'm2',
      '6 folded',
      'm9',
      '6 folded',
      'm16',
      '5 folded',
      'm22',
      'm23',
      'm24',
      'm25',
      'm26',
      'm27',
      'm28',
      'm29',
      'm30',
    ])
  })

  test('a reply stays with its answers', () => {
    const all = rows(20, { 8: { isAnswer: true }, 9: { isAnswer: true, isNew: true } })
    const [before, after] = [
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      [18, 19, 20],
    ].map((ids) => ids.map((n) => `m${n}`))
    expect(shown(all)).toEqual([...before!, '8 folded', ...after!])
  })

  test('a short thread, and a first visit, show everything', () => {
    expect(shown(rows(14))).toHaveLength(14)
    expect(foldRows(rows(40), NONE, false)).toHaveLength(40)
  })
})
