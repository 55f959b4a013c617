import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

const passwordProblem = (password: string, about?: string[]) => strengthOf(password, about).problem

it.each(['', 'short', 'ninechars', '123456789'])('says how many characters “%s” lacks (threat 23)', (password) => {
  expect(passwordProblem(password)).toMatch(/It needs at least 10/)
})

it.each([
  'passwordpassword',
  'Password12345',
  'P@ssw0rd2026',
  'qwertyuiop12',
  '1234567890',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  'abababababab',
  'welcome2026!',
  'Counterpart1',
])('refuses %s, which lists of stolen passwords begin with', (password) =>
  expect(passwordProblem(password)).toMatch(/easy to guess/),
)

it.each(['helenmarsh1', 'Marsh2026Helen', 'member.legal1'])('refuses %s, which others know of Helen', (password) => {
  expect(passwordProblem(password, ['Helen', 'Marsh', 'member@legal.test'])).toMatch(/name or email address/)
})

it.each([
  'correct horse battery',
  'counterpart-demo-2026x',
  'Tr9$kLm2vQ',
  'Grüße aus dem Tal',
  '三人行必有我师焉择其善',
  'Helen walks to Dover',
])('takes %s', (password) => expect(passwordProblem(password, ['Helen', 'Marsh'])).toBeUndefined())

it('says when it is too long', () => {
  expect(passwordProblem('x1y'.repeat(100))).toMatch(/The limit is 256/)
})
