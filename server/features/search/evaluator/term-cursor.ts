/** The documents of a word, its other spellings and its synonyms, with their part of the score. */
import { Cursor, END } from '../segments/cursor.ts'
import { B, GREATEST, K1 } from '../segments/segment.ts'
import type { Held } from './held.ts'
import type { WordGroup } from './question.ts'

/** How much less than the word a synonym counts, for each time that it occurs. */
export const SYNONYM_WEIGHT = 0.5

/** BM25: the part of the score of what stands somewhere so many times. */
const partFor = (times: number, weight: number, norm: number): number => (weight * times) / (times + norm)

/** Of the documents of a window: what their words add up to. */
export interface Sums {
  from: number
  to: number
  scores: Float64Array
  /** How many terms each has. */
  matched: Uint8Array
  /** The first so many are those that have any. */
  touched: Uint32Array
  count: number
}

function add(sums: Sums, document: number, part: number): void {
  const at = document - sums.from
  if (sums.matched[at] === 0) sums.touched[sums.count++] = document
  sums.scores[at]! += part
  sums.matched[at]! += 1
}

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
  /** Whether the segment has any of the words. */
  readonly isThere: boolean
  #times = 0

  constructor(
    held: Held,
    { words, synonyms }: WordGroup,
    { rarity, averageLength }: { rarity: number; averageLength: number },
  ) {
    const all = [
      ...words.map((word) => ({ word, weight: 1 })),
      ...synonyms.map((word) => ({ word, weight: SYNONYM_WEIGHT })),
    ]
    const known = all
      .map(({ word, weight }) => ({ number: held.numberOf(word), weight }))
      .filter(({ number }) => number >= 0)
    this.#cursors = known.map(({ number }) => new Cursor(held.segment, number))
    this.#weights = known.map(({ weight }) => weight)
    this.#heads = this.#cursors.map(() => -1)
    this.isThere = known.length > 0
    this.#weight = rarity * GREATEST
    this.#fixed = K1 * (1 - B)
    this.#perWord = (K1 * B) / averageLength
    this.#scale = Math.max(1, averageLength / held.segment.averageLength) / 255
  }

  /** No document from `from` to before `to` has a greater part. */
  mostIn(from: number, to: number): number {
    let best = 0
    for (const cursor of this.#cursors) best += cursor.bestIn(from, to)
    return this.#weight * Math.min(1, best * this.#scale)
  }

  /** The part of the document at hand, of this length. */
  partOf(length: number): number {
    return partFor(this.#times, this.#weight, this.#fixed + this.#perWord * length)
  }

  /** What `blockBest` must be for parts of this size. */
  leastBest(part: number): number {
    return Math.floor(part / (this.#weight * this.#scale))
  }

  /** Adds the parts of all documents of a window; from blocks whose best part is at least `least`, if there is one word. */
  addTo(sums: Sums, lengths: Uint32Array, least: number): void {
    const { from, to } = sums
    const [only] = this.#cursors
    if (this.#cursors.length > 1) {
      for (let document = this.seek(from); document < to; document = this.#next())
        add(sums, document, this.partOf(lengths[document]!))
    } else if (only && only.seek(from, least) !== END) {
      const [weight, each, fixed, perWord] = [this.#weight, this.#weights[0]!, this.#fixed, this.#perWord]
      only.visit(to, least, (documents, times, at, end) => {
        for (let nth = at; nth < end; nth++) {
          const document = documents[nth]!
          add(sums, document, partFor(times[nth]! * each, weight, fixed + perWord * lengths[document]!))
        }
      })
    }
  }

  seek(document: number): number {
    const [only] = this.#cursors
    if (only === undefined) return END
    if (this.#cursors.length > 1) {
      this.#cursors.forEach((cursor, at) => (this.#heads[at] = cursor.seek(document)))
      return this.#nearest()
    }
    const found = only.seek(document)
    if (found !== END) this.#times = only.times * this.#weights[0]!
    return found
  }

  /** Of several words, after a `seek` that found something. */
  #next(): number {
    const current = Math.min(...this.#heads)
    this.#cursors.forEach((cursor, at) => {
      if (this.#heads[at] === current) this.#heads[at] = cursor.next()
    })
    return this.#nearest()
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
