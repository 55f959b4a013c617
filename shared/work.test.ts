import { expect, it } from 'vitest'
import { isLate, waitedFor } from '#shared/work.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')

it('says how long something has waited, and when it is late', () => {
  const since = ['2026-11-27T11:59:30Z', '2026-11-27T11:05:00Z', '2026-11-26T08:00:00Z', '2026-11-24T11:00:00Z']
  expect(since.map((each) => waitedFor(each, NOW))).toEqual(['0 min', '55 min', '28 h', '3 days'])
  expect(since.map((each) => isLate('report', each, NOW))).toEqual([false, false, true, true])
  expect(isLate('document', since[2]!, NOW)).toBe(false)
})
