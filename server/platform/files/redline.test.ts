import { expect, it } from 'vitest'
import type { FilePage } from './file-types.ts'
import { redline } from './redline.ts'

const pages = (...texts: string[]): FilePage[] =>
  texts.map((text, index) => ({ number: index + 1, label: 'Page', text }))
const short = (before: string, after: string) =>
  redline(pages(before), pages(after)).map(({ kind, text, words }) =>
    words
      ? words.map((word) => ({ same: '', added: '+', removed: '-' })[word.kind] + word.text).join('|')
      : `${kind}: ${text}`,
  )

it('tells paragraphs that are the same, added, removed', () => {
  expect(short('One.\nTwo.\nThree.', 'One.\nThree.\nFour.')).toEqual([
    'same: One.',
    'removed: Two.',
    'same: Three.',
    'added: Four.',
  ])
})

it('tells the words of a changed paragraph', () => {
  expect(short('The fee is 5 % of the price.\nEnd', 'The fee is 4 % of the net price.\nEnd')).toEqual([
    'The fee is |-5|+4| % of the|+ net| price.',
    'same: End',
  ])
})

it('pairs a changed paragraph although others were added before it', () => {
  expect(
    short(
      'A\nThe supplier delivers the goods monthly.\nZ',
      'A\nWholly new words here\nThe supplier delivers the goods weekly.\nZ',
    ),
  ).toEqual([
    'same: A',
    'added: Wholly new words here',
    'The supplier delivers the goods |-monthly|+weekly|.',
    'same: Z',
  ])
})

it('a paragraph that moved to the next page is the same', () => {
  expect(redline(pages('One', 'Two'), pages('One\nTwo')).map(({ kind }) => kind)).toEqual(['same', 'same'])
})

it('gives back both texts, whatever they are', () => {
  const text = (seed: number) =>
    Array.from(
      { length: 300 },
      (_, at) => `w${(at * seed * 7919) % 97} ${'x'.repeat(at % 5)} end${(at * seed) % 11}`,
    ).join('\n')
  const parts = redline(pages(text(3)), pages(text(5)))
  const side = (own: 'added' | 'removed') =>
    parts
      .filter(({ kind }) => kind !== (own === 'added' ? 'removed' : 'added'))
      .map(
        (part) =>
          part.words
            ?.filter(({ kind }) => kind === 'same' || kind === own)
            .map((word) => word.text)
            .join('') ?? part.text,
      )
      .join('\n')
  const plain = (value: string) =>
    value
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ').trim())
      .join('\n')
  expect(side('removed')).toBe(plain(text(3)))
  expect(side('added')).toBe(plain(text(5)))
})
