/** A segment as a server holds it: which of its documents no longer count, and counts by channel set without those. */
import { Cursor, END } from '../segments/cursor.ts'
import { findItem, findWord, setOf, type Segment } from '../segments/segment.ts'

/** Words whose numbers and counts are kept, 1 KB each where there are 300 channel sets. */
const KEPT_WORDS = 2_000
/** Combinations of channels whose sets are kept. */
const KEPT_CHANNELS = 500

interface Counts {
  bySet: Uint32Array
  /** How many of `deadList` are taken off. */
  deadSeen: number
}

/** The value of a key, made when it is first asked for; with more than so many, all are forgotten. */
function kept<Key, Value>(values: Map<Key, Value>, most: number, key: Key, make: () => Value): Value {
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  if (values.size >= most) values.clear()
  values.set(key, made)
  return made
}

export class Held {
  readonly segment: Segment
  readonly dead: Uint8Array
  /** The date of the newest document. */
  readonly newest: number
  readonly #deadList: number[] = []
  /** Documents and words of each channel set. */
  readonly documents: Uint32Array
  readonly lengths: Float64Array
  readonly #counts = new Map<number, Counts>()
  readonly #numbers = new Map<string, number>()
  readonly #setsIn = new Map<string, readonly number[]>()

  constructor(segment: Segment) {
    this.segment = segment
    this.dead = new Uint8Array(segment.ids.length)
    this.newest = segment.dates.reduce((newest, date) => Math.max(newest, date), 0)
    this.documents = Uint32Array.from(segment.sets, ({ from, to }) => to - from)
    this.lengths = Float64Array.from(segment.sets, ({ from, to }) =>
      segment.lengths.subarray(from, to).reduce((sum, length) => sum + length, 0),
    )
  }

  get living(): number {
    return this.segment.ids.length - this.#deadList.length
  }

  /** The item is gone, or is in a newer segment as it is now. */
  kill(id: number): void {
    const document = findItem(this.segment, id)
    if (document < 0 || this.dead[document] === 1) return
    this.dead[document] = 1
    this.#deadList.push(document)
    const set = setOf(this.segment, document)
    this.documents[set]! -= 1
    this.lengths[set]! -= this.segment.lengths[document]!
  }

  /** The number of a word in the segment, or −1. */
  numberOf(word: string): number {
    return kept(this.#numbers, KEPT_WORDS, word, () => findWord(this.segment, word))
  }

  /** The channel sets that stand in one of the channels. */
  setsIn(channels: readonly number[]): readonly number[] {
    return kept(this.#setsIn, KEPT_CHANNELS, String(channels), () => {
      const own = new Set(channels)
      const { sets } = this.segment
      return [...sets.keys()].filter((set) => sets[set]!.channels.some((channel) => own.has(channel)))
    })
  }

  /** In how many documents of each channel set the word stands; undefined if in none. */
  countsOf(word: string): Uint32Array | undefined {
    const number = this.numberOf(word)
    if (number < 0) return undefined
    const counts = kept(this.#counts, KEPT_WORDS, number, () => this.#count(number))
    const cursor = counts.deadSeen < this.#deadList.length ? new Cursor(this.segment, number) : undefined
    for (; counts.deadSeen < this.#deadList.length; counts.deadSeen++) {
      const document = this.#deadList[counts.deadSeen]!
      if (cursor!.seek(document) === document) counts.bySet[setOf(this.segment, document)]! -= 1
    }
    return counts.bySet
  }

  #count(number: number): Counts {
    const { sets } = this.segment
    const bySet = new Uint32Array(sets.length)
    const cursor = new Cursor(this.segment, number)
    let set = 0
    for (let document = cursor.seek(0); document !== END; document = cursor.next()) {
      while (document >= sets[set]!.to) set += 1
      bySet[set]! += 1
    }
    return { bySet, deadSeen: 0 }
  }
}
