import { expect, test } from 'vitest'
import { loadContract } from '#server/platform/graph/contract.ts'
import { findProofs, hollowProof, mistakeIn, splitRows, type Coverage } from './coverage.ts'
import { isReturned, returnedFields } from './returned.ts'
import { titlesIn } from './test-titles.ts'

const titles = [
  { file: 'tests/api/feed.test.ts', title: 'is read in pages of 25 (CONST-feed-page-size, RULE-a.b_c).' },
  { file: 'shared/routes.test.ts', title: 'to … is labelled …' },
]
const coverage = (proved: Coverage['proved'], later: Coverage['later'] = {}): Coverage => ({ proved, later, notes: {} })

test('titles are found however a test is written, and not where it does not run', () => {
  const source = `
    describe.each([['with no topic (VALID-a)', 1], [2, 'no']] as const)('group %s', () => {
      it.each\`a\`(\`takes \${x} and \${y}\`, () => {})
      test.concurrent("a 'quoted' one", async () => { await it2('no') })
      it.skip('skipped', () => {}); test.${'todo'}('to do'); notATest('no')
    })`
  expect(titlesIn(source)).toEqual(['group %s', 'with no topic (VALID-a)', 'takes … and …', "a 'quoted' one"])
})

test('a row is proved by its id in a title, or by the file that maps it', () => {
  const { proofs, mistakes } = findProofs(
    coverage({ 'shared/routes.test.ts > is labelled': ['UI-back-label-feed'] }),
    titles,
  )
  expect([...proofs.keys()]).toEqual(['CONST-feed-page-size', 'RULE-a.b_c', 'UI-back-label-feed'])
  expect(mistakes).toEqual([])
})

test('what is named must exist', () => {
  expect(mistakeIn('tests/api/feed.test.ts > pages of 25', titles)).toBeUndefined()
  expect(mistakeIn('tests/api/feed.test.ts > pages of 26', titles)).toContain('No test in tests/api/feed.test.ts')
  expect(mistakeIn('tests/api/gone.test.ts > pages', titles)).toContain('There is no test file')
  expect(mistakeIn('tests/api/feed.test.ts', titles)).toContain('No test in')
  expect(findProofs(coverage({ 'gone.test.ts > x': ['A-b'] }), titles).mistakes).toHaveLength(1)
})

test('rows are proved, open, or later: by their id before their area', () => {
  const rows = ['OP-a', 'OP-b', 'OP-c', 'OP-d'].map((id) => ({ id, area: id === 'OP-d' ? 'inbox' : 'shell', text: '' }))
  const later = { polls: { areas: [], ids: ['OP-b', 'OP-a'] }, inbox: { areas: ['inbox'], ids: [] } }
  const split = splitRows(rows, new Map([['OP-a', []]]), coverage({}, later))
  expect(split.proved.map(({ id }) => id)).toEqual(['OP-a'])
  expect(split.open.map(({ id }) => id)).toEqual(['OP-c'])
  expect(split.later.map(({ id, subject }) => `${id} ${subject}`)).toEqual(['OP-b polls', 'OP-d inbox'])
})

test('a field that no operation returns, and a word compared with itself, are not proved', () => {
  const contract = loadContract()
  const returned = returnedFields(contract)
  const ask = (id: string) => isReturned(id, contract, returned)
  expect(ask('FIELD-thread.topic')).toBe(true)
  expect(ask('FIELD-thread.moderation.processed_date')).toBe(true)
  expect(ask('FIELD-user.community_titles.label')).toBe(false)
  expect(ask('FIELD-thread.nowhere_in_the_schema')).toBeUndefined()
  const fields = 'tests/api/fields.test.ts > reads every field of'
  expect(hollowProof('FIELD-user.community_titles.label', fields, ask)).toContain('no named operation returns it')
  expect(hollowProof('FIELD-thread.topic', fields, ask)).toBeUndefined()
  expect(hollowProof('UI-section-label-thread', 'shared/networks.test.ts > x', ask)).toContain('a constant with itself')
  expect(hollowProof('UI-section-label-thread', 'web/platform/analytics/analytics.test.ts > x', ask)).toBeUndefined()
  const hollow = coverage({
    'tests/api/feed.test.ts > is read in pages': [],
    'shared/routes.test.ts > is labelled': ['APPSECTION-feed'],
  })
  expect(findProofs(hollow, titles, ask)).toMatchObject({ mistakes: [expect.stringContaining('APPSECTION-feed')] })
  expect(findProofs(hollow, titles, ask).proofs.has('APPSECTION-feed')).toBe(false)
})
