import { expect, it } from 'vitest'
import { SUSPENSION_REASON_LENGTH, suspensionProblem } from './staff-members.ts'

const now = new Date('2026-11-23T12:00:00Z')
const at = (text: string) => new Date(text)

it.each([
  ['Sold a product to members.', null],
  ['Sold a product to members.', at('2026-12-01T00:00:00Z')],
])('takes a reason, and a date or none', (reason, until) =>
  expect(suspensionProblem({ reason, until }, now)).toBeUndefined(),
)
it.each([
  [' ', null, 'reason', 'Enter a reason. The member will see it in an email.'],
  ['x'.repeat(SUSPENSION_REASON_LENGTH + 1), null, 'reason', 'The reason is 501 characters long. The limit is 500.'],
  ['x', now, 'until', 'Choose a date in the future.'],
  ['x', at('nonsense'), 'until', 'Choose a date in the future.'],
  ['x', at('2032-01-01T00:00:00Z'), 'until', 'Choose a date within 5 years, or suspend with no end date.'],
])('says what is wrong with %j until %s', (reason, until, field, message) =>
  expect(suspensionProblem({ reason, until }, now)).toEqual({ field, message }),
)
