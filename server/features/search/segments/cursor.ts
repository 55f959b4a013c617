/** Walks the documents of one word, a block at a time. */
import { BLOCK, type Segment } from './segment.ts'

/** After the last document. */
export const END = 0x7fffffff

const NONE = new Int32Array(0)
const NO_TIMES = new Uint32Array(0)

export class Cursor {
  readonly #segment: Segment
  readonly #word: number
  readonly #first: number
  readonly #end: number
  /** Of the block. Many words are asked for whose blocks are all passed over. */
  #documents = NONE
  #times = NO_TIMES
  #block = -1
  #size = 0
  #at = 0
  /** Where the places of the document `#placesOf` of the block begin. */
  #placesAt = 0
  #placesOf = 0

  constructor(segment: Segment, word: number) {
    this.#segment = segment
    this.#word = word
    this.#first = segment.firstBlock[word]!
    this.#end = segment.firstBlock[word + 1]!
  }

  /** How often the word stands in the document. */
  get times(): number {
    return this.#times[this.#at]!
  }

  /** No document from `from` to before `to` has a greater part; as in `blockBest`. */
  bestIn(from: number, to: number): number {
    const { blockBest, blockLast } = this.#segment
    let best = 0
    for (let block = this.#blockOf(from); block < this.#end; block++) {
      if (blockBest[block]! > best) best = blockBest[block]!
      // The next one begins after this.
      if (blockLast[block]! >= to - 1) break
    }
    return best
  }

  /** The first document from this number on; only from blocks whose best part is at least `least`. */
  seek(document: number, least = 0): number {
    if (this.#block < 0 || document < this.#documents[0]! || document > this.#documents[this.#size - 1]!)
      if (!this.#enter(this.#blockOf(document), least)) return END
    // Mostly from one document on to the next.
    let low = this.#at < this.#size && this.#documents[this.#at]! <= document ? this.#at : 0
    let high = this.#size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#documents[middle]! < document) low = middle + 1
      else high = middle
    }
    this.#at = low
    return this.#documents[low]!
  }

  next(least = 0): number {
    this.#at += 1
    if (this.#at < this.#size) return this.#documents[this.#at]!
    return this.#enter(this.#block + 1, least) ? this.#documents[0]! : END
  }

  /** The places of the word in the document, as they are packed. */
  packedPlaces(): Uint8Array {
    const [from, to] = this.#rangeOfPlaces()
    return this.#segment.places.subarray(from, to)
  }

  places(): number[] {
    const { places } = this.#segment
    const list: number[] = []
    const [from, to] = this.#rangeOfPlaces()
    // The first number says how many follow.
    let [value, shift, last, isFirst] = [0, 0, 0, true]
    for (let at = from; at < to; at++) {
      const byte = places[at]!
      value |= (byte & 127) << shift
      shift += 7
      if (byte > 127) continue
      if (!isFirst) list.push((last += value))
      ;[value, shift, isFirst] = [0, 0, false]
    }
    return list
  }

  /**
   * Calls `visit` with runs of documents from the one at hand to before `to`, and how often the word stands in each;
   * only from blocks whose best part is at least `least`. Leaves the cursor at the first one that is left.
   */
  visit(
    to: number,
    least: number,
    visit: (documents: Int32Array, times: Uint32Array, from: number, to: number) => void,
  ) {
    let document = this.#documents[this.#at]!
    while (document < to) {
      const from = this.#at
      let end = this.#size
      if (this.#documents[end - 1]! >= to) for (end = from; this.#documents[end]! < to;) end += 1
      visit(this.#documents, this.#times, from, end)
      this.#at = end - 1
      document = this.next(least)
    }
  }

  #rangeOfPlaces(): [number, number] {
    if (this.#placesOf > this.#at) this.#restartPlaces()
    while (this.#placesOf < this.#at) {
      this.#placesAt = this.#endOfPlaces()
      this.#placesOf += 1
    }
    return [this.#placesAt, this.#endOfPlaces()]
  }

  #endOfPlaces(): number {
    const { places } = this.#segment
    let [at, value, shift] = [this.#placesAt, 0, 0]
    for (;;) {
      const byte = places[at++]!
      value |= (byte & 127) << shift
      shift += 7
      if (byte < 128) break
    }
    for (let left = value; left > 0; at++) if (places[at]! < 128) left -= 1
    return at
  }

  #restartPlaces(): void {
    this.#placesAt = this.#segment.blockPlaces[this.#block]!
    this.#placesOf = 0
  }

  #blockOf(document: number): number {
    const { blockLast } = this.#segment
    let [low, high] = [this.#first, this.#end]
    while (low < high) {
      const middle = (low + high) >> 1
      if (blockLast[middle]! < document) low = middle + 1
      else high = middle
    }
    return low
  }

  #enter(from: number, least: number): boolean {
    const { blockBest } = this.#segment
    let block = from
    while (block < this.#end && blockBest[block]! < least) block += 1
    if (block >= this.#end) {
      this.#at = this.#size
      return false
    }
    if (block !== this.#block) this.#decode(block)
    this.#at = 0
    return true
  }

  #decode(block: number): void {
    const { postings, blockStart, blockLast, counts } = this.#segment
    if (this.#block < 0) {
      this.#documents = new Int32Array(BLOCK)
      this.#times = new Uint32Array(BLOCK)
    }
    this.#block = block
    this.#size = Math.min(BLOCK, counts[this.#word]! - (block - this.#first) * BLOCK)
    let at = blockStart[block]!
    let document = block === this.#first ? -1 : blockLast[block - 1]!
    for (let each = 0; each < this.#size; each++) {
      let byte = postings[at++]!
      let value = byte & 127
      let shift = 7
      while (byte > 127) {
        byte = postings[at++]!
        value |= (byte & 127) << shift
        shift += 7
      }
      document += value >>> 2
      let times = (value & 3) + 1
      if (times === 4) {
        shift = 0
        byte = 128
        while (byte > 127) {
          byte = postings[at++]!
          times += (byte & 127) << shift
          shift += 7
        }
      }
      this.#documents[each] = document
      this.#times[each] = times
    }
    this.#restartPlaces()
  }
}
