import { expect, it } from 'vitest'
import { changeInWords, numberedChanges } from './change-texts.ts'

it('numbers what changed, and says it in words', () => {
  const changed = {
    kind: 'changed' as const,
    text: '5.3 Within thirty days',
    words: [
      { kind: 'same' as const, text: '5.3 Within ' },
      { kind: 'removed' as const, text: 'fourteen' },
      { kind: 'added' as const, text: 'thirty' },
      { kind: 'same' as const, text: ' days' },
    ],
  }
  const parts = [{ kind: 'same' as const, text: '5' }, changed, { kind: 'added' as const, text: '5.4 New' }]
  expect(numberedChanges(parts).map(({ number, index }) => [number, index])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(parts.slice(1).map(changeInWords)).toEqual([
    { title: '5.3 Within thirty days', what: '“fourteen” became “thirty”' },
    { title: '5.4 New', what: 'New paragraph' },
  ])
  expect(changeInWords({ ...changed, words: changed.words.slice(0, 2) }).what).toBe('“fourteen” removed')
  expect(changeInWords({ kind: 'removed', text: 'word '.repeat(30) }).title).toMatch(/^word .{40,60}…$/)
})
