import { expect, it } from 'vitest'
import { LIMIT_KINDS, limitSentence, POSTING_LIMITS, scaledLimit, type PostingLimit } from './limits.ts'

const now = new Date('2026-11-23T13:10:00Z')
const uncheckedRelations = {
  kind: 'thread',
  used: 10,
  asked: 1,
  limit: 10,
  hours: 1,
  at: new Date('2026-11-23T13:04:10Z'),
} as const

it('says when it goes on, in the time zone of the member and never too early', () => {
  expect(limitSentence(uncheckedRelations, 'Europe/Berlin', now)).toBe(
    'You’ve started 10 discussions in the past hour; the next can be started at 2:05 PM. Your draft is saved.',
  )
  expect(
    limitSentence({ ...uncheckedRelations, hours: 24, used: 30, at: new Date('2026-11-24T13:04:00Z') }, 'UTC', now),
  ).toBe(
    'You’ve started 30 discussions in the past 24 hours; the next can be started on November 24 at 1:04 PM. Your draft is saved.',
  )
})

it('says what fits where more is asked for at once', () => {
  const invited = { ...uncheckedRelations, kind: 'group_invitation', used: 38, limit: 40, asked: 5 } as const
  expect(limitSentence(invited, 'UTC', now)).toBe(
    'You’ve invited 38 members in the past hour. The limit is 40; these 5 can be invited at 1:05 PM.',
  )
  expect(limitSentence({ ...invited, at: null }, 'UTC', now)).toBe('At most 40 members can be invited in an hour.')
})

it.each(LIMIT_KINDS)('%s is lower for newcomers, and longer windows hold more', (kind) => {
  const { windows }: PostingLimit = POSTING_LIMITS[kind]
  for (const [place, { hours, member, newcomer }] of windows.entries()) {
    expect(newcomer).toBeLessThanOrEqual(member)
    const before = windows[place - 1]
    if (before)
      expect(
        [hours, member, newcomer].every((each, at) => each > [before.hours, before.member, before.newcomer][at]!),
      ).toBe(true)
  }
})

it('keeps at least one possible', () => {
  expect(scaledLimit(10, 50)).toBe(5)
  expect(scaledLimit(4, 1)).toBe(1)
})
