/** When codes are shown: one at a random second of each stretch, so that no gap is longer than states allow. */
import { randomInt } from 'node:crypto'
import { CLE_CODE_MINUTES, CLE_CODE_SECONDS } from '#shared/cle.ts'

export interface PlannedCode {
  place: number
  from: number
  to: number
  at: number
  code: string
}

/** Two codes in neighboring stretches of this length are at most twice as far apart. */
const STRETCH_SECONDS = (CLE_CODE_MINUTES / 2) * 60
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const CODE_LETTERS = 5
/** From here on a further code may come: the number is not disclosed. */
const EXTRA_FROM_SECONDS = 20 * 60
type Random = (from: number, to: number) => number

export const newCode = (random: Random = randomInt): string =>
  Array.from({ length: CODE_LETTERS }, () => LETTERS.charAt(random(0, LETTERS.length))).join('')

/** Random in the stretch. */
export const placeIn = ({ from, to }: { from: number; to: number }, random: Random = randomInt): number =>
  from < to ? random(from, to) : from

export function planCodes(duration: number, random: Random = randomInt): PlannedCode[] {
  // A code must have its time before the video ends.
  const end = Math.max(0, duration - CLE_CODE_SECONDS)
  const count = Math.max(1, Math.ceil(duration / STRETCH_SECONDS))
  const stretches = Array.from({ length: count }, (_, index) => ({
    from: Math.floor((end * index) / count),
    to: Math.floor((end * (index + 1)) / count),
  }))
  if (duration >= EXTRA_FROM_SECONDS && random(0, 2) === 1) stretches.push({ from: 0, to: end })
  return stretches.map((stretch, place) => ({ ...stretch, place, at: placeIn(stretch, random), code: newCode(random) }))
}
