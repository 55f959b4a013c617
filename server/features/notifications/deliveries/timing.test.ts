import { describe, expect, it } from 'vitest'
import { afterQuiet, isQuiet, mailDueAt } from './timing.ts'

const berlin = { quiet_from: 22, quiet_until: 7, time_zone: 'Europe/Berlin' }
const none = { quiet_from: null, quiet_until: null, time_zone: 'Europe/Berlin' }
const at = (text: string) => new Date(text)

describe('quiet hours', () => {
  it('lie in the day of the member and may pass midnight', () => {
    expect(isQuiet(at('2026-11-21T20:59:00Z'), berlin)).toBe(false)
    expect(isQuiet(at('2026-11-21T21:00:00Z'), berlin)).toBe(true)
    expect(isQuiet(at('2026-11-22T05:59:00Z'), berlin)).toBe(true)
    expect(isQuiet(at('2026-11-22T06:00:00Z'), berlin)).toBe(false)
    expect(isQuiet(at('2026-11-21T23:00:00Z'), none)).toBe(false)
  })

  it('end when the clock of the place says so, also where it stands half an hour aside', () => {
    expect(afterQuiet(at('2026-11-21T23:10:00Z'), berlin)).toEqual(at('2026-11-22T06:00:00Z'))
    const kolkata = { quiet_from: 22, quiet_until: 7, time_zone: 'Asia/Kolkata' }
    expect(afterQuiet(at('2026-11-21T20:00:00Z'), kolkata)).toEqual(at('2026-11-22T01:30:00Z'))
    expect(afterQuiet(at('2026-11-21T12:00:00Z'), berlin)).toEqual(at('2026-11-21T12:00:00Z'))
  })

  it('follow the clock when it is put back', () => {
    expect(afterQuiet(at('2026-10-24T22:30:00Z'), berlin)).toEqual(at('2026-10-25T06:00:00Z'))
  })
})

describe('mail', () => {
  it('waits two minutes, to the full hour, or to seven in the morning', () => {
    const since = at('2026-11-21T10:20:00Z')
    expect(mailDueAt(since, { ...none, timing: 'immediate' })).toEqual(at('2026-11-21T10:22:00Z'))
    expect(mailDueAt(since, { ...none, timing: 'hourly' })).toEqual(at('2026-11-21T11:00:00Z'))
    expect(mailDueAt(since, { ...none, timing: 'daily' })).toEqual(at('2026-11-22T06:00:00Z'))
  })

  it('comes after the quiet hours', () => {
    expect(mailDueAt(at('2026-11-21T23:00:00Z'), { ...berlin, timing: 'immediate' })).toEqual(
      at('2026-11-22T06:00:00Z'),
    )
    expect(mailDueAt(at('2026-11-21T23:00:00Z'), { ...berlin, quiet_until: 9, timing: 'daily' })).toEqual(
      at('2026-11-22T08:00:00Z'),
    )
  })

  it('takes UTC for a zone that nobody knows', () => {
    expect(mailDueAt(at('2026-11-21T10:20:00Z'), { ...none, time_zone: 'Nowhere/At_All', timing: 'daily' })).toEqual(
      at('2026-11-22T07:00:00Z'),
    )
  })
})
