import { expect, it } from 'vitest'
import { isAutomatic } from './automatic.ts'
import { readHeaders } from './headers.ts'
import { withoutKeys } from '../addresses/keys-in-text.ts'
import { answeredIds, senderOf } from './sender.ts'

const headersOf = (text: string) => readHeaders(Buffer.from(`${text}\r\n\r\nbody`)).headers
const about = (subject: string, header = '') =>
  isAutomatic({ headers: headersOf(header), subject, mailFrom: 'a@b.test', isCalendarReply: false })

it.each([
  'Automatic reply: Which clause',
  'Out of Office: Which clause',
  'Out of the office until Monday',
  'Abwesenheitsnotiz: Re: Which clause',
  'Réponse automatique : Which clause',
  'Respuesta automática: Which clause',
  'Risposta automatica: Which clause',
  'Automatisch antwoord: Which clause',
  'Autosvar: Which clause',
  'Odpowiedź automatyczna: Which clause',
  '自動返信: Which clause',
])('takes as automatic: %s', (subject) => expect(about(subject)).toBe(true))

it.each([
  'Re: Out of office rules',
  'Out of office rules for counsel',
  'Autosvarande system',
  'Abwesendheit',
  'On vacation policies',
  'Which clause: automatic reply?',
])('takes as written: %s', (subject) => expect(about(subject)).toBe(false))

it.each([
  ['Auto-Submitted: auto-generated', true],
  ['Auto-Submitted: no', false],
  ['AUTO-SUBMITTED: No; a=b', false],
  ['Auto-Submitted: nothing', true],
  ['Precedence: Bulk', true],
  ['Precedence: first-class', false],
  ['Content-Type: multipart/report; report-type=delivery-status', true],
  ['Content-Type: multipart/mixed; boundary=report', false],
])('%s', (header, isProgram) => expect(about('Which clause', header)).toBe(isProgram))

it.each([
  ['From: Helen <Helen@Legal.test>', 'helen@legal.test'],
  ['From: helen@legal.test, mallory@elsewhere.test', undefined],
  ['From: helen@legal.test\r\nFrom: mallory@elsewhere.test', undefined],
  ['From: helen@legal.test\r\nfrom : mallory@elsewhere.test', undefined],
  ['From: "helen@legal.test" <mallory@elsewhere.test>', 'mallory@elsewhere.test'],
  ['From: members: helen@legal.test, mallory@elsewhere.test;', undefined],
  ['From: Helen', undefined],
  ['Subject: none', undefined],
])('reads one sender or none: %s', (header, sender) => expect(senderOf(headersOf(header))).toBe(sender))

it('reads what an email answers, the nearest first', () => {
  const headers = headersOf('References: <a@x>\r\n <b@x> <c@x>\r\nIn-Reply-To: <c@x>')
  expect(answeredIds(headers)).toEqual(['c@x', 'b@x', 'a@x'])
})

it('leaves out keys, and nothing else', () => {
  const key = 'abcdefghijklmnopqrstuvwxyz234567'
  const text = `private-${key}@lists.test Reply-${key.toUpperCase()}@lists.test.invalid reply-${key}@other.test https://x/?token=${key} reply-to@lists.test`
  expect(withoutKeys(text, 'lists.test')).toBe(
    `[address left out] [address left out] reply-${key}@other.test https://x/?token= reply-to@lists.test`,
  )
})

it('reads a header of any length in one piece', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `Received: from a by b ${index}`).join('\r\n')
  const { headers } = readHeaders(Buffer.from(`From: a@b.test\r\n${lines}\r\n\r\nbody`))
  expect(headers.length).toBeLessThanOrEqual(2_000)
})
