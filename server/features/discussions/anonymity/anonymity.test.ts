import { expect, it } from 'vitest'
import { findRevealingText } from './anonymity.actions.ts'

type Profile = Parameters<typeof findRevealingText>[1]
const profile = {
  first_name: 'Ada',
  last_name: 'O.Brien',
  email: 'ada+x@ostrander.test',
  company_name: 'C++ (Labs) [EU',
  title: 'Head ^of$ |Legal|',
  city: 'St. ?Ives\\',
  country: '(?=',
  num_of_employees: null,
  num_of_lawyers: null,
  year_started_profession: null,
} as unknown as Profile

it('takes what a profile says for words, and never for a pattern', () => {
  expect(findRevealingText('We at C++ (Labs) [EU have a question.', profile)).not.toBe(0)
  expect(findRevealingText('Write to ada+x@ostrander.test.', profile)).not.toBe(0)
  expect(findRevealingText('We have a question about OxBrien and CLabs.', profile)).toBe(0)
})
