import { afterEach, expect, test, vi } from 'vitest'
import { agoOf, dayHeading, dayKey, dayOf, longDate, timeOf } from '#shared/kit/dates.ts'

const NOW = '2026-11-21T12:00:00Z'
afterEach(() => vi.restoreAllMocks())

test('days have names near by and dates far away, in the zone of the reader', () => {
  expect(dayHeading('2026-11-21T00:10:00Z', 'UTC', NOW)).toBe('Today')
  expect(dayHeading('2026-11-21T00:10:00Z', 'America/New_York', NOW)).toBe('Yesterday')
  expect(dayHeading('2026-11-20T12:00:00Z', 'UTC', NOW)).toBe('Yesterday')
  expect(dayHeading('2026-11-17T12:00:00Z', 'UTC', NOW)).toBe('Tuesday')
  expect(dayHeading('2026-11-14T12:00:00Z', 'UTC', NOW)).toBe('November 14')
  expect(dayHeading('2024-12-03T12:00:00Z', 'UTC', NOW)).toBe('December 3, 2024')
  // Future days are shown as dates: a clock that runs ahead must not call tomorrow "today".
  expect(dayHeading('2026-11-23T12:00:00Z', 'UTC', NOW)).toBe('November 23')
})

test('a night with a changed clock is still one day', () => {
  expect(dayHeading('2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-26T08:00:00Z')).toBe('Yesterday')
})

test('bylines say how long ago', () => {
  const ago = (minutes: number) => agoOf(Date.parse(NOW) - minutes * 60_000, 'UTC', NOW)
  expect([
    ago(-1),
    ago(0.5),
    ago(12),
    ago(59),
    ago(60),
    ago(23 * 60),
    ago(26 * 60),
    ago(8 * 1440),
    ago(400 * 1440),
  ]).toEqual(['now', 'now', '12 min', '59 min', '1 h', '23 h', 'Fri', 'Nov 13', 'Oct 17, 2025'])
})

test('times and long dates are in words, midnight is 12:00 AM', () => {
  expect(timeOf('2026-12-03T09:12:00Z')).toBe('9:12\u00a0AM')
  expect(timeOf('2026-12-03T00:00:00Z')).toBe('12:00\u00a0AM')
  expect(longDate('2026-12-03T09:12:00Z', 'Europe/Berlin')).toBe('December 3, 2026, 10:12\u00a0AM')
  expect(dayKey('2026-12-03T23:30:00Z', 'Europe/Berlin')).toBe('2026-12-04')
  for (const [moment, day] of [
    ['2026-12-03T18:14:59Z', '2026-12-03'],
    ['2026-12-03T18:15:00Z', '2026-12-04'],
  ])
    expect(dayKey(moment!, 'Asia/Kathmandu')).toBe(day)
})

test('an invalid date is an empty string and a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const rule of [dayHeading, dayOf, timeOf, longDate, agoOf, dayKey]) expect(rule('no date')).toBe('')
  expect(warn).toHaveBeenCalledTimes(6)
})

test('an unknown time zone reads as UTC', () => {
  expect(timeOf('2026-12-03T09:12:00Z', 'Mars/Olympus')).toBe('9:12\u00a0AM')
})
