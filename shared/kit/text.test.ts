import { expect, test } from 'vitest'
import { DISPLAY_NAME_TAIL, DISPLAY_NAME_WIDTH, initialsOf, truncatedName } from '#shared/kit/text.ts'

const widthOf = (text: string) => [...text].length * 10

test('initials come from the first and the last word', () => {
  expect(['Helen Marsh', 'Łukasz', 'Ana María de la Cruz', '  ', 'émile zola'].map(initialsOf)).toEqual([
    'HM',
    'Ł',
    'AC',
    '',
    'ÉZ',
  ])
})

test('a name that fits is left alone; a longer one keeps its last ten letters', () => {
  expect(DISPLAY_NAME_WIDTH).toBe(199)
  expect(truncatedName('Nineteen characters', widthOf)).toBe('Nineteen characters')
  const shown = truncatedName('Maximiliana Wolfeschlegelsteinhausenberger', widthOf)
  expect(shown).toBe('Maximili…enberger'.replace('enberger', 'ausenberger'.slice(-DISPLAY_NAME_TAIL)))
  expect(widthOf(shown)).toBeLessThanOrEqual(DISPLAY_NAME_WIDTH)
})

test('width and tail can be given, and letters are never cut in two', () => {
  expect(truncatedName('abcdefghij', widthOf, { width: 60, tail: 2 })).toBe('abc…ij')
  expect(truncatedName('👩‍⚖️'.repeat(30), widthOf)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
})
