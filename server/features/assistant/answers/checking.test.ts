import { expect, it } from 'vitest'
import { isSupported } from './checking.ts'
import { passageOf } from './passages-for-tests.ts'

const TEXT =
  'We agreed with Birgit Halm on 3 May that the cap is two times the annual fees. We do not accept unlimited liability. Data is at 500,000.'
const quoteOf = (quote: string) => ({ passage: passageOf(TEXT), quote })
const cap = quoteOf('We agreed with Birgit Halm on 3 May that the cap is two times the annual fees.')
const never = quoteOf('We do not accept unlimited liability.')
const data = quoteOf('Data is at 500,000.')

it('supports a quote, and what says the same with fewer words', () => {
  expect(isSupported(cap.quote, [cap])).toBe(true)
  expect(isSupported('The cap agreed is two times annual fees.', [cap])).toBe(true)
  expect(isSupported('They do not accept unlimited liability.', [never])).toBe(true)
  expect(isSupported('Data is at 500000.', [data])).toBe(true)
})

it.each([
  ['another number', 'The cap agreed is three times annual fees.', cap],
  ['another figure', 'Data is at 600,000.', data],
  ['another date', 'We agreed with Birgit Halm on 4 May that the cap is two times annual fees.', cap],
  ['another month', 'We agreed on 3 June that the cap is two times annual fees.', cap],
  ['another name', 'We agreed with Maria Lopez that the cap is two times annual fees.', cap],
  ['a negation that nobody wrote', 'We have not agreed that the cap is two times the annual fees.', cap],
  ['no negation where there is one', 'We accept unlimited liability.', never],
  ['mostly other words', 'The insurer reimburses annual recall expenses promptly.', cap],
  ['nothing', '', cap],
])('refuses %s', (_, sentence, quote) => {
  expect(isSupported(sentence, [quote])).toBe(false)
})

it('refuses quotes that do not stand in their passage, and sentences without quotes', () => {
  expect(isSupported('We agreed.', [quoteOf('We agreed on everything.')])).toBe(false)
  expect(isSupported('We agreed.', [quoteOf(' ')])).toBe(false)
  expect(isSupported('We agreed.', [])).toBe(false)
})

it('takes several quotes together', () => {
  const both = 'The cap is two times the annual fees and data is at 500,000.'
  expect(isSupported(both, [cap, data])).toBe(true)
  expect(isSupported(both, [cap])).toBe(false)
})
