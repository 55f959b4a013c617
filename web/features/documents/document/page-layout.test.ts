import { expect, it } from 'vitest'
import { blocksOf } from './page-layout.ts'

it('sets the first rows of a sheet as a table, and says how many are left', () => {
  const rows = Array.from({ length: 45 }, (_, at) => `Week ${at}\t${at * 10}`)
  expect(blocksOf({ label: 'Sheet', content: ['Forecast', ...rows].join('\n') })).toEqual([
    { is: 'title', text: 'Forecast' },
    { is: 'table', rows: rows.slice(0, 40).map((row) => row.split('\t')), left: 5 },
  ])
})

it('gives a slide its title, and a page its headings', () => {
  expect(blocksOf({ label: 'Slide', content: 'Why we settle\nCost' }).map(({ is }) => is)).toEqual([
    'title',
    'paragraph',
  ])
  const page = [
    '5. Subprocessors',
    '5.1 Vendor shall maintain a current list of Subprocessors at a stable address.',
    'ANNEX II',
  ]
  expect(blocksOf({ label: 'Page', content: page.join('\n') }).map(({ is }) => is)).toEqual([
    'heading',
    'paragraph',
    'heading',
  ])
  expect(blocksOf({ label: 'Page', content: '' })).toEqual([])
})
