import { describe, expect, it } from 'vitest'
import type { Credit, Rule } from './cle.queries.ts'
import { totalsOf, yearsOf } from './totals.ts'

const rule = (part: Partial<Rule>): Rule =>
  ({ id: 1, jurisdiction: 'NY', state: 'New York', needed: 24, period_months: 24, valid_from: null, ...part }) as Rule
const NY = rule({})
const TX = rule({ id: 2, jurisdiction: 'TX', state: 'Texas', needed: null, period_months: null })
const OLD_TX = { ...TX, id: 3, valid_from: null }
const NEW_TX = { ...TX, id: 4, valid_from: '2026-07-01' }
const credit = (part: Partial<Credit>): Credit =>
  ({
    jurisdiction: 'NY',
    event_date: '2026-03-01',
    credits: 1,
    is_in_period: true,
    revoked_at: null,
    rule: NY,
    ...part,
  }) as Credit
const admitted = (state: string) => ({ id: 1, state, year_passed: 2009 })
const today = '2026-11-24'

describe('totals', () => {
  it('are of the period of the state, without revoked credits', () => {
    const credits = [
      credit({}),
      credit({ event_date: '2025-01-02', credits: 0.5 }),
      credit({ is_in_period: false }),
      credit({ revoked_at: '2026-04-01' }),
    ]
    expect(totalsOf({ credits, admissions: [admitted('new york')], rules: [NY, TX], today })).toMatchObject([
      { state: 'New York', credits: 1.5, rule: { needed: 24 }, admission: { year_passed: 2009 } },
    ])
  })

  it('are of this year where no period is known, also for a state without an admission', () => {
    const credits = [
      credit({ jurisdiction: 'TX', rule: TX, credits: 2 }),
      credit({ jurisdiction: 'TX', rule: TX, event_date: '2025-12-31' }),
    ]
    expect(totalsOf({ credits, admissions: [admitted('NY')], rules: [NY, TX], today })).toMatchObject([
      { state: 'New York', credits: 0 },
      { state: 'Texas', credits: 2, admission: null },
    ])
  })

  it('say where a rule has changed, and list an admission that no rule is known of', () => {
    const credits = [credit({ jurisdiction: 'TX', rule: OLD_TX })]
    const admissions = [admitted('England and Wales')]
    expect(totalsOf({ credits, admissions, rules: [NEW_TX, OLD_TX], today })).toMatchObject([
      { state: 'England and Wales', rule: null, credits: 0 },
      { state: 'Texas', rule: { id: 4 }, earlier: { id: 3 } },
    ])
    expect(totalsOf({ credits, admissions, rules: [NEW_TX, OLD_TX], today: '2026-06-30' })[1]).toMatchObject({
      rule: { id: 3 },
      earlier: null,
    })
  })
})

it('years are those with credits, and this one', () => {
  expect(yearsOf([credit({ event_date: '2024-05-01' }), credit({})], today)).toEqual(['2026', '2024'])
})
