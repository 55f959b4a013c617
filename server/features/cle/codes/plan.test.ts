import { expect, it } from 'vitest'
import { CLE_CODE_MINUTES, CLE_CODE_SECONDS } from '#shared/cle.ts'
import { planCodes } from './plan.ts'

/** Numbers that repeat with the seed. */
const seeded = (seed: number) => (from: number, to: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return from + (seed % (to - from))
}

it('leaves no gap of more than 50 minutes, and each code its time before the end', () => {
  for (const minutes of [1, 15, 25, 50, 62, 90, 180, 480])
    for (let seed = 1; seed <= 200; seed++) {
      const duration = minutes * 60
      const codes = planCodes(duration, seeded(seed))
      const times = [0, ...codes.map(({ at }) => at).toSorted((a, b) => a - b), duration]
      const gaps = times.slice(1).map((at, index) => at - times[index]!)
      expect({ minutes, seed, isClose: Math.max(...gaps) <= CLE_CODE_MINUTES * 60 }).toEqual({
        minutes,
        seed,
        isClose: true,
      })
      for (const { at, from, to } of codes) expect(at >= from && at <= to).toBe(true)
      expect(Math.max(...codes.map(({ at }) => at))).toBeLessThanOrEqual(Math.max(0, duration - CLE_CODE_SECONDS))
    }
})

it('does not always have the same number and times', () => {
  const plans = Array.from({ length: 50 }, (_, seed) => planCodes(50 * 60, seeded(seed * 7_919 + 1)))
  expect(new Set(plans.map((codes) => codes.length)).size).toBe(2)
  expect(new Set(plans.map((codes) => codes[0]!.at)).size).toBeGreaterThan(20)
})
