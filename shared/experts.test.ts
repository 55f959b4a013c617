import { describe, expect, it } from 'vitest'
import { expertInWords, recommendations } from './discussions.ts'
import {
  EXPERT_NAME_LENGTH,
  EXPERT_TYPE_LABELS,
  expertNameProblem,
  normalisedName,
  expertPath,
  personName,
  standingInWords,
  votesInWords,
  websiteHost,
} from './experts.ts'

describe('the name of a new person', () => {
  it.each([
    ['Ada Maria Lopez', 'Ada', 'Maria'],
    ['Maria Lopez', 'Maria', 'Lopez'],
    ['  Maria \t Lopez ', 'Maria', 'Lopez'],
    ['Lukasz', 'Lukasz', null],
  ])('is split on the first space: %j (RULE-new-expert-name-split)', (name, first_name, last_name) => {
    expect(personName(name)).toEqual({ first_name, last_name })
  })

  it('without a space is only a first name (RULE-new-expert-single-name)', () => {
    expect(personName('Cher')).toEqual({ first_name: 'Cher', last_name: null })
    expect(personName('')).toEqual({ first_name: '', last_name: null })
  })
})

describe('a firm is recognised', () => {
  it.each([
    'Smith & Partners LLP',
    'SMITH AND PARTNERS',
    'Smith & Partners, L.L.P.',
    'Smíth + Partners Inc.',
    '  smith   & partners ltd ',
  ])('as the same: %s', (name) => {
    expect(normalisedName(name)).toBe('smith and partners')
  })

  it('but not by its legal form alone, nor a person by a name that looks like one', () => {
    expect(normalisedName('Company')).toBe('company')
    expect(normalisedName('Yo-Yo Co', 'individual')).toBe('yo yo co')
    expect(normalisedName('Łukasz Groß')).toBe('lukasz gross')
    expect(normalisedName('渡辺')).toBe('渡辺')
  })

  it('by the host of its website', () => {
    expect(websiteHost('https://www.Dahlberg-Rowe.example/people?x')).toBe('dahlberg-rowe.example')
    expect(websiteHost('dahlberg-rowe.example')).toBe('dahlberg-rowe.example')
    for (const none of [null, '', 'Dahlberg', 'Dahlberg & Rowe', 'javascript:alert(1)', 'http://10.0.0.1'])
      expect(websiteHost(none)).toBeNull()
  })
})

it('labels the types (UI-expert-type-label-individual, UI-expert-type-label-company, UI-expert-type-label-software)', () => {
  expect(EXPERT_TYPE_LABELS).toEqual({ individual: 'Individual', company: 'Business', software: 'Software' })
})

it('says experts in words', () => {
  const rowe = { name: 'Dahlberg & Rowe' }
  expect(expertInWords({ name: 'Maria Lopez', company: rowe })).toBe('Maria Lopez (Dahlberg & Rowe)')
  expect(expertInWords({ name: 'Dahlberg & Rowe', company: rowe })).toBe('Dahlberg & Rowe')
  expect(expertInWords({ name: 'Maria Lopez', company: null })).toBe('Maria Lopez')
  expect([recommendations(1), recommendations(5)]).toEqual(['1 recommendation', '5 recommendations'])
})

it('refuses a name that says nothing, or too much', () => {
  expect(expertNameProblem(' . ')).toBe('Enter a name.')
  expect(expertNameProblem('x'.repeat(EXPERT_NAME_LENGTH))).toBeNull()
  expect(expertNameProblem('x'.repeat(EXPERT_NAME_LENGTH + 1))).toMatch(/101 characters/)
})

describe('why an expert stands where it stands', () => {
  const standing = { num_of_members: 7, num_of_companies: 6, num_of_disclosed: 2, num_of_newcomers: 0 }
  it('is one sentence', () => {
    expect(standingInWords({ ...standing, last_recommended_at: null }, 'March', 'company')).toBe(
      'Recommended by 7 members from 6 companies, most recently in March; 2 disclosed a business relationship with the firm',
    )
    const one = { num_of_members: 1, num_of_companies: 1, num_of_disclosed: 0, num_of_newcomers: 1 }
    expect(standingInWords({ ...one, last_recommended_at: null }, 'March', 'individual')).toBe(
      'Recommended by 1 member, in March; 1 joined less than a year ago',
    )
    expect(standingInWords({ ...one, num_of_members: 0, last_recommended_at: null }, null, 'software')).toBeNull()
  })

  it('has an address that may say where a search began (RULE-expert-profile-link)', () => {
    expect(expertPath(7)).toBe('/experts/7')
    expect(expertPath(7, { s: 'experts' })).toBe('/experts/7?s=experts')
    expect(expertPath(7, { s: 'experts', sid: '7' })).toBe('/experts/7?s=experts&sid=7')
  })
})

it('says votes in words that stand on their own', () => {
  expect([votesInWords(0, 0), votesInWords(2, 1), votesInWords(1, 2), votesInWords(1_200, 0)]).toEqual([
    '',
    '2 agree, 1 disagrees',
    '1 agrees, 2 disagree',
    '1,200 agree',
  ])
})
