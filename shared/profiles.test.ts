import { expect, it } from 'vitest'
import { isLinkedinLink, isTwitterLink, lengthProblem, yearsList } from '#shared/profiles.ts'

it('takes profiles of X and Twitter, with or without scheme and www (RULE-twitter-link, DECISION-social-hosts)', () => {
  for (const link of ['x.com/name', 'https://x.com/name', 'http://www.twitter.com/some_name', 'twitter.com/a/'])
    expect([link, isTwitterLink(link)]).toEqual([link, true])
  for (const link of ['x.com', 'x.com/', 'https://example.com/x.com/name', 'javascript:x.com/name', 'x.com/a/status/1'])
    expect([link, isTwitterLink(link)]).toEqual([link, false])
})

it('takes LinkedIn addresses whose path starts with pub, in or profile (RULE-linkedin-link, DECISION-social-hosts)', () => {
  for (const link of [
    'linkedin.com/in/name',
    'https://www.linkedin.com/pub/a/b',
    'https://de.linkedin.com/profile/view',
  ])
    expect([link, isLinkedinLink(link)]).toEqual([link, true])
  for (const link of [
    'linkedin.com/company/x',
    'linkedin.com/in/',
    'https://linkedin.com.evil.test/in/x',
    'evil.test/linkedin.com/in/x',
  ])
    expect([link, isLinkedinLink(link)]).toEqual([link, false])
})

it('lists years from this one down to 1950 (CONST-years-list)', () => {
  const years = yearsList(new Date('2026-03-01T00:00:00Z'))
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 1950, 77])
})

it('says how long a text is and may be', () => {
  expect(lengthProblem('The title', 'x'.repeat(151), 150)).toBe('The title is 151 characters long. The limit is 150.')
  expect(lengthProblem('The title', '🙂'.repeat(150), 150)).toBeNull()
})
