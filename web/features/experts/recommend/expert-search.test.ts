import { expect, test } from 'vitest'
import { isNarrowed, readExpertSearch } from '#web/features/experts/recommend/expert-search.ts'
import { htmlOfLines, kindOf, priceInWords } from '#web/features/experts/expert-texts.ts'
import { missingField, variablesOf } from '#web/features/experts/recommend/recommendation-input.ts'

test('what stands in the address is read, and what makes no sense there is left out', () => {
  expect(readExpertSearch({ search: 'a', area: '3', price: 9, type: 'wizard', order: 'name', s: 'feed' })).toEqual({
    s: 'feed',
    search: 'a',
    area: 3,
    order: 'name',
  })
  expect(readExpertSearch({ area: -1, place: 1.5, category: 'x', order: 'most_relevant', search: '' })).toEqual({})
  expect([isNarrowed({}), isNarrowed({ order: 'name' }), isNarrowed({ price: 2 })]).toEqual([false, false, true])
})

test('lines that were typed become paragraphs, and no sign in them becomes HTML', () => {
  expect(htmlOfLines('One <b>\nline & more\n\n\n  Two  ')).toBe('<p>One &lt;b&gt;<br>line &amp; more</p><p>Two</p>')
  expect(htmlOfLines('  \n ')).toBe('')
})

test('an expert is said in words', () => {
  expect(kindOf({ type: 'individual', name: 'Ada', company: { name: 'Firm' } })).toBe('Individual, Firm')
  expect(kindOf({ type: 'company', name: 'Firm', company: { name: 'Firm' } })).toBe('Business')
  expect([priceInWords(0), priceInWords(1)]).toEqual([null, 'Modest prices'])
})

test('a recommendation lacks things in the order of the form, and then is sent as the server wants it', () => {
  const written = { chosen: null, areas: [] as number[], message: ' ', isBound: false, affiliation: '' }
  const fresh = {
    kind: 'new' as const,
    name: 'Ada Maria Lopez',
    type: 'individual' as const,
    company: '',
    company_id: null,
    website: '',
  }
  expect(missingField(written)!.field).toBe('expert')
  expect(missingField({ ...written, chosen: fresh })!.field).toBe('company')
  const whole = { ...written, chosen: { ...fresh, company: 'Firm' } }
  expect(missingField(whole)!.field).toBe('areas_of_expertise')
  expect(missingField({ ...whole, areas: [1] })!.field).toBe('message')
  expect(missingField({ ...whole, areas: [1], message: 'x', isBound: true })!.field).toBe('affiliation')
  expect(missingField({ ...whole, areas: [1], message: 'x' })).toBeNull()
  expect(variablesOf({ ...whole, areas: [1], message: 'x', affiliation: 'kept back' })).toEqual({
    expert: { new_expert: { name: 'Ada Maria Lopez', type: 'individual', first_name: 'Ada', last_name: 'Maria' } },
    company: { new_company: { name: 'Firm' } },
    areas_of_expertise: [1],
    message: '<p>x</p>',
    affiliation: null,
  })
})
