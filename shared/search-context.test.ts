import { expect, it } from 'vitest'
import { memberPath } from './people.ts'
import { readSearchContext } from './search-context.ts'

it.each([
  [
    { s: 'members', sid: '7' },
    { s: 'members', sid: '7' },
  ],
  [
    { s: 'experts', sid: 12, q: 'x' },
    { s: 'experts', sid: '12' },
  ],
  [{ s: 'everything', sid: "7' or 1" }, {}],
  [{ s: ['members'], sid: ['0'] }, {}],
  [{}, {}],
])(
  'the context of a search in an address %j is %j (RULE-search-context-params, DECISION-search-section-values)',
  (given, context) => expect(readSearchContext(given)).toEqual(context),
)

it('stands behind the address of what was found', () => {
  expect(memberPath(7)).toBe('/members/7')
  expect(memberPath(7, { s: 'members', sid: '7' })).toBe('/members/7?s=members&sid=7')
})
