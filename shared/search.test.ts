import { describe, expect, it } from 'vitest'
import { FOUND_BEGINS, FOUND_ENDS, askedFor, correctedSearch, highlightParts, withOperator } from './search.ts'

describe('what is typed into the search', () => {
  it.each([
    ['indemnity cap', { search: 'indemnity cap' }],
    ['"liability cap" -insurance', { search: '"liability cap" -insurance' }],
    ['from:helen indemnity', { search: 'indemnity', from: 'helen' }],
    ['from:"Helen Marsh" in:legal', { search: '', from: 'Helen Marsh', in: 'legal' }],
    ['type:polls audit', { search: 'audit', type: 'poll' }],
    ['type:document clause', { search: 'clause', type: 'document_request' }],
    ['tax before:2025 after:2024-3', { search: 'tax', before: '2025-01-01', after: '2024-03-01' }],
    ['before:2025-02-30 tax', { search: 'before:2025-02-30 tax' }],
    ['type:essay tax', { search: 'type:essay tax' }],
    ['see from: nobody', { search: 'see from: nobody' }],
    ['a:b https://x.test/from:me', { search: 'a:b https://x.test/from:me' }],
    ['', { search: '' }],
  ])('%s', (typed, asked) => expect(askedFor(typed)).toEqual(asked))
})

it('takes an excerpt apart where something was found', () => {
  expect(highlightParts(`a ${FOUND_BEGINS}cap${FOUND_ENDS} on it`)).toEqual([
    { text: 'a ', isFound: false },
    { text: 'cap', isFound: true },
    { text: ' on it', isFound: false },
  ])
  expect(highlightParts('')).toEqual([])
})

it('puts the words that were meant in the place of those that were typed', () => {
  const corrections = [
    { typed: 'indemnty', meant: 'indemnity' },
    { typed: 'etiqette', meant: 'etiquette' },
  ]
  expect(correctedSearch('Indemnty "cap indemnty" -étiqette from:indemnty', corrections)).toBe(
    'indemnity "cap indemnity" -etiquette from:indemnty',
  )
  expect(correctedSearch('cap', corrections)).toBe('cap')
})

it.each([
  ['tax', 'type', 'poll', 'tax type:poll'],
  ['tax type:poll in:legal', 'type', 'discussion', 'tax in:legal type:discussion'],
  ['type:poll tax', 'type', undefined, 'tax'],
  ['tax', 'in', 'Legal Suite', 'tax in:"Legal Suite"'],
  ['', 'after', '2025-01-01', 'after:2025-01-01'],
] as const)('a filter writes what one could have written: %s with %s:%s', (typed, name, value, written) =>
  expect(withOperator(typed, name, value)).toBe(written),
)
