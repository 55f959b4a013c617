import { expect, test } from 'vitest'
import { fileName } from './file-names.ts'
import { readDate } from './mail-dates.ts'
import { cleanName, placeholderAddress, readSender } from '#server/features/mail/import/senders.ts'
import { listTags, readSubject } from '#server/features/mail/import/subjects.ts'

test('takes the habits of mail programs from a subject', () => {
  const tags = new Set(['board'])
  expect(readSubject('[Board] Re: AW: [EXTERNAL] Re[2]: [board] Fees  for  counsel', tags)).toEqual({
    topic: 'Fees for counsel',
    key: 'fees for counsel',
    isReply: true,
  })
  expect(readSubject('Fwd: Fees', tags)).toMatchObject({ topic: 'Fees', isReply: false })
  expect(readSubject('回复：费用')).toMatchObject({ topic: '费用', isReply: true })
  expect(readSubject('[Question] Reply cards')).toMatchObject({ topic: '[Question] Reply cards', isReply: false })
  expect(readSubject('Re: ')).toEqual({ topic: 'No subject', key: '', isReply: true })
  expect([...readSubject('word '.repeat(80)).topic].length).toBeLessThanOrEqual(200)
})

test('learns the label that a list puts in front', () => {
  expect(listTags(['[R] one', 'Re: [R] two', '[R] three', '[x] four'])).toEqual(new Set(['r']))
  expect(listTags(['[R] one', 'two', 'three'])).toEqual(new Set())
})

test('rewrites every address to one of its own under .invalid', () => {
  expect(placeholderAddress('Ann.Lee@Firm.com')).toBe('ann.lee.at.firm.com@imported.invalid')
  const made = [
    'a.at.b@c.d',
    'a@b.at.c.d',
    'a@b.c.d',
    '"odd name"@b.c',
    'müller@b.c',
    'x@',
    `${'l'.repeat(90)}@b.c`,
    `${'l'.repeat(91)}@b.c`,
  ].map(placeholderAddress)
  expect(new Set(made).size).toBe(made.length)
  for (const address of made) expect(address).toMatch(/^[a-z0-9][a-z0-9._+-]{0,70}@imported\.invalid$/)
})

test('finds the author behind the address of a list', () => {
  const lists = new Set(['board@lists.test'])
  const viaList = { name: 'Ann Lee via Board', address: 'board@lists.test' }
  expect(readSender([viaList, { name: 'Ann Lee', address: 'ann@firm.test' }], lists)).toEqual({
    email: 'ann.at.firm.test@imported.invalid',
    first_name: 'Ann',
    last_name: 'Lee',
  })
  const [ann, bob] = ['Ann Lee', 'Bob Ray'].map(
    (name) => readSender([{ name: `${name} via Board`, address: 'board@lists.test' }], lists)!.email,
  )
  expect(ann).not.toBe(bob)
  expect(readSender([{ name: 'Jim', address: 'jim at foo.test' }], lists)?.email).toBe(
    'jim.at.foo.test@imported.invalid',
  )
  expect(readSender([{ name: '', address: 'emanuel.staudinger@dlr.test' }], lists)).toMatchObject({
    first_name: 'Emanuel',
    last_name: 'Staudinger',
  })
  expect(readSender([], lists)).toBeNull()
})

test('cleans names', () => {
  expect(cleanName(`"Lee, Ann (Legal)" via Board`)).toBe('Ann Lee')
  expect(cleanName('Ann Lee [External] - Contractor')).toBe('Ann Lee')
  expect(cleanName('John Doe, Jr.')).toBe('John Doe, Jr.')
  expect(cleanName('ann@firm.test')).toBe('')
})

test('trusts the clock that is nearest to the author and right', () => {
  const received = ['from b by c; Tue, 5 Jan 2021 10:00:00 +0000', 'from a by b; Tue, 5 Jan 2021 09:00:00 +0000']
  const line = 'From ann at firm.test Wed Jan  6 12:00:00 2021'
  expect(readDate('Tue, 5 Jan 2021 09:30:00 +0100 (CET)', received, line)).toBe('2021-01-05T08:30:00.000Z')
  expect(readDate('Fri, 1 Jan 2038 00:00:00 +0000', received, line)).toBe('2021-01-05T09:00:00.000Z')
  expect(readDate('Thu, 1 Jan 1970 00:00:00 +0000', received, line)).toBe('2021-01-05T09:00:00.000Z')
  expect(readDate('garbage', [], line)).toBe('2021-01-06T12:00:00.000Z')
  expect(readDate('Tue, 5 Jan 2021 09:30:00', [], '')).toBe('2021-01-05T09:30:00.000Z')
  expect(readDate('Tue, 05 Jan 21 09:30 EST', [], '')).toBe('2021-01-05T14:30:00.000Z')
  expect(readDate(undefined, [], 'From nobody')).toBeNull()
})

test('cleans attachment names in the listed steps and keeps the extension', () => {
  expect(fileName('  Résumé   #1 (final)😀.PDF', 'application/pdf')).toBe('Resume 1 (final).pdf')
  expect(fileName('', 'image/png')).toBe('document.png')
  expect(fileName('***', 'application/x-unknown')).toBe('document')
  expect(fileName(`${'n'.repeat(60)}.docx`, '')).toBe(`${'n'.repeat(30)}.docx`)
})
