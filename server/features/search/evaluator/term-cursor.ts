/** The documents of a word and its other spellings, with their part of the score. */
import { Cursor, END } from '../segments/cursor.ts'
import { B, findWord, GREATEST, K1, type Segment } from '../segments/segment.ts'

export class TermCursor {
  readonly #cursors: readonly Cursor[]
  readonly #heads: number[]
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
    words: readonly string[],
    { rarity, averageLength }: { rarity: number; averageLength: number },
  ) {
    const numbers = words.map((word) => findWord(segment, word)).filter((number) => number >= 0)
    this.#cursors = numbers.map((number) => new Cursor(segment, number))
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
    if (found !== END) this.#times = only.times
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
    if (found !== END) this.#times = only!.times
    return found
  }

  #nearest(): number {
    const nearest = Math.min(...this.#heads)
    this.#times = 0
    if (nearest !== END)
      this.#cursors.forEach((cursor, at) => {
        if (this.#heads[at] === nearest) this.#times += cursor.times
      })
    return nearest
  }
}
