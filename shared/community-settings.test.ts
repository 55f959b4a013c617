import { expect, it } from 'vitest'
import { COMMUNITY_SETTINGS, settingProblem, type CommunitySetting } from './community-settings.ts'

const minutes = {
  section: 'Tests',
  kind: 'number',
  label: 'Delay',
  unit: 'minutes',
  min: 1,
  max: 60,
  default: 5,
} as const
const text = { section: 'Tests', kind: 'text', label: 'Name', lines: 1, maxLength: 3, default: '' } as const

it.each([1, 60])('takes %s minutes', (value) => expect(settingProblem(minutes, value)).toBeUndefined())
it.each([0, 61, 1.5, '5', null, Number.NaN])('refuses %s minutes and says which fit', (value) =>
  expect(settingProblem(minutes, value)).toBe('Enter a whole number of minutes from 1 to 60.'),
)
it('counts the characters of a text as a reader does', () => {
  expect(settingProblem(text, 'a😀c')).toBeUndefined()
  expect(settingProblem(text, 'abcd')).toBe('This is 4 characters long. The limit is 3.')
  expect(settingProblem(text, 4)).toBe('Enter text.')
})
it.each(Object.entries<CommunitySetting>(COMMUNITY_SETTINGS))('%s accepts its own default', (_, setting) =>
  expect(settingProblem(setting, setting.default)).toBeUndefined(),
)
