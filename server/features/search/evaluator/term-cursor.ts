/** The documents of a word, its other spellings and its synonyms, with their part of the score. */
import { Cursor, END } from '../segments/cursor.ts'
import { B, findWord, GREATEST, K1, type Segment } from '../segments/segment.ts'
import type { WordGroup } from './question.ts'

/** How much less than the word a synonym counts, for each time that it occurs. */
export const SYNONYM_WEIGHT = 0.5

export class TermCursor {
  readonly #cursors: readonly Cursor[]
  readonly #heads: number[]
  /** Of one occurrence, for each cursor: at most 1, so that `blockBest` stays a bound. */
  readonly #weights: readonly number[]
  readonly #weight: number
  readonly #fixed: number
  readonly #perWord: number
  /** `blockBest` holds for the segment's average length; with a greater one, parts can be greater by this. */
  readonly #scale: number
  /** No document has a greater part. */
  readonly most: number
  #times = 0

  constructor(
    segment: Segment,
    { words, synonyms }: WordGroup,
    { rarity, averageLength }: { rarity: number; averageLength: number },
  ) {
    const all = [
      ...words.map((word) => ({ word, weight: 1 })),
      ...synonyms.map((word) => ({ word, weight: SYNONYM_WEIGHT })),
    ]
    const known = all
      .map(({ word, weight }) => ({ number: findWord(segment, word), weight }))
      .filter(({ number }) => number >= 0)
    this.#cursors = known.map(({ number }) => new Cursor(segment, number))
    this.#weights = known.map(({ weight }) => weight)
    this.#heads = this.#cursors.map(() => -1)
    this.#weight = rarity * GREATEST
    this.#fixed = K1 * (1 - B)
    this.#perWord = (K1 * B) / averageLength
    this.#scale = Math.max(1, averageLength / segment.averageLength) / 255
    const best = this.#cursors.reduce((sum, cursor) => sum + cursor.best, 0)
    this.most = this.#weight * Math.min(1, best * this.#scale)
  }

  /** The part of the document at hand, of this length. */
  partOf(length: number): number {
    return (this.#weight * this.#times) / (this.#times + this.#fixed + this.#perWord * length)
  }

  /** What `blockBest` must be for parts of this size. */
  leastBest(part: number): number {
    return Math.floor(part / (this.#weight * this.#scale))
  }

  seek(document: number, least = 0): number {
    const [only] = this.#cursors
    if (only === undefined) return END
    if (this.#cursors.length > 1) {
      this.#cursors.forEach((cursor, at) => (this.#heads[at] = cursor.seek(document)))
      return this.#nearest()
    }
    const found = only.seek(document, least)
    if (found !== END) this.#times = only.times * this.#weights[0]!
    return found
  }

  /** After a `seek` that found something. */
  next(least = 0): number {
    const [only] = this.#cursors
    if (this.#cursors.length > 1) {
      const current = Math.min(...this.#heads)
      this.#cursors.forEach((cursor, at) => {
        if (this.#heads[at] === current) this.#heads[at] = cursor.next()
      })
      return this.#nearest()
    }
    const found = only!.next(least)
    if (found !== END) this.#times = only!.times * this.#weights[0]!
    return found
  }

  #nearest(): number {
    const nearest = Math.min(...this.#heads)
    this.#times = 0
    if (nearest !== END)
      this.#cursors.forEach((cursor, at) => {
        if (this.#heads[at] === nearest) this.#times += cursor.times * this.#weights[at]!
      })
    return nearest
  }
}
