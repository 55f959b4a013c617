import { expect, it } from 'vitest'
import { numOfFilters, readDirectorySearch, toggled } from '#web/features/people/directory/directory-search.ts'

it('reads what an address says and drops the rest', () => {
  expect(
    readDirectorySearch({
      search: ' ada ',
      chapters: ['3', 'x', '-1'],
      industries: '7',
      is_online: 'true',
      following: 'no',
      evil: '1',
    }),
  ).toEqual({ search: ' ada ', chapters: [3], industries: [7], is_online: true })
  expect(readDirectorySearch({ search: '  ' })).toEqual({})
})

it('puts a choice in and takes it out again', () => {
  const once = toggled({ search: 'x' }, 'chapters', 4)
  expect(once).toEqual({ search: 'x', chapters: [4] })
  expect(numOfFilters(toggled(once, 'industries', 2))).toBe(2)
  expect(toggled(once, 'chapters', 4)).toEqual({ search: 'x' })
})
