import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from './start-of-day.ts'

test.each([
  ['2026-12-03', 'UTC', '2026-12-03T00:00:00.000Z'],
  ['2026-12-03', 'America/New_York', '2026-12-03T05:00:00.000Z'],
  ['2026-12-03', 'Asia/Kolkata', '2026-12-02T18:30:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, expected) => expect(startOfDay(day, timeZone).toISOString()).toBe(expected))

test.each([
  ['2026-12-03', 'UTC', '2026-12-03T23:59:59.000Z'],
  ['2026-12-31', 'America/New_York', '2027-01-01T04:59:59.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
])('%s ends in %s at %s', (day, timeZone, expected) => expect(endOfDay(day, timeZone).toISOString()).toBe(expected))

test('no day has no end', () => expect(endOfDay('', 'UTC').getTime()).toBeNaN())
