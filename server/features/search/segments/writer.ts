/** Writes a segment: documents first, then word after word. Building and merging both end here. */
import { Bytes, Numbers } from './bytes.ts'
import { B, BLOCK, K1, type Access, type ChannelSet, type Segment } from './segment.ts'

export interface DocumentRow {
  id: number
  thread: number
  access: Access
  channels: readonly number[]
  /** In milliseconds. */
  date: number
  length: number
}

/** Documents of the same channels side by side, old ones first. The same in every segment, so merging keeps the order. */
export function inOrder<Row extends DocumentRow>(rows: readonly Row[]): Row[] {
  const keys = new Map(rows.map((row) => [row, `${row.access}:${row.channels.join(',')}`]))
  return rows.toSorted((a, b) => {
    const [keyA, keyB] = [keys.get(a)!, keys.get(b)!]
    return keyA === keyB ? a.date - b.date || a.id - b.id : keyA < keyB ? -1 : 1
  })
}

export class SegmentWriter {
  readonly #rows: readonly DocumentRow[]
  readonly #lengths: Uint32Array
  readonly #averageLength: number
  readonly #wordBytes = new Bytes()
  readonly #wordStarts = new Numbers()
  readonly #counts = new Numbers()
  readonly #firstBlock = new Numbers()
  readonly #blockLast = new Numbers()
  readonly #blockStart = new Numbers()
  readonly #blockPlaces = new Numbers()
  readonly #blockBest = new Bytes()
  readonly #postings = new Bytes()
  readonly #places = new Bytes()
  #count = 0
  #last = -1
  #best = 0

  /** `rows` must be `inOrder`. */
  constructor(rows: readonly DocumentRow[]) {
    this.#rows = rows
    this.#lengths = Uint32Array.from(rows, ({ length }) => length)
    this.#averageLength = Math.max(1, this.#lengths.reduce((sum, each) => sum + each, 0) / Math.max(1, rows.length))
  }

  /** Words in the order of their bytes. */
  beginWord(word: Uint8Array): void {
    this.#endWord()
    this.#wordStarts.push(this.#wordBytes.size)
    this.#wordBytes.copy(word)
    this.#firstBlock.push(this.#blockLast.size)
  }

  /** Documents ascending; the places as they are packed. */
  add(document: number, times: number, places: Uint8Array): void {
    if (this.#count > 0 && this.#count % BLOCK === 0) this.#endBlock()
    if (this.#count % BLOCK === 0) {
      this.#blockStart.push(this.#postings.size)
      this.#blockPlaces.push(this.#places.size)
    }
    this.#postings.number((document - this.#last) * 4 + Math.min(times - 1, 3))
    if (times > 3) this.#postings.number(times - 4)
    this.#places.copy(places)
    const length = this.#lengths[document]!
    const part = times / (times + K1 * (1 - B + (B * length) / this.#averageLength))
    this.#best = Math.max(this.#best, part)
    this.#last = document
    this.#count += 1
  }

  finish(gone: readonly number[]): Segment {
    this.#endWord()
    this.#wordStarts.push(this.#wordBytes.size)
    this.#firstBlock.push(this.#blockLast.size)
    const rows = this.#rows
    const ids = Uint32Array.from(rows, ({ id }) => id)
    return {
      ids,
      threads: Uint32Array.from(rows, ({ thread }) => thread),
      lengths: this.#lengths,
      dates: Float64Array.from(rows, ({ date }) => date),
      byId: Uint32Array.from(rows.keys()).toSorted((a, b) => ids[a]! - ids[b]!),
      gone: Uint32Array.from(gone),
      wordBytes: this.#wordBytes.finish(),
      wordStarts: this.#wordStarts.finish(),
      counts: this.#counts.finish(),
      firstBlock: this.#firstBlock.finish(),
      blockLast: this.#blockLast.finish(),
      blockStart: this.#blockStart.finish(),
      blockPlaces: this.#blockPlaces.finish(),
      blockBest: this.#blockBest.finish(),
      postings: this.#postings.finish(),
      places: this.#places.finish(),
      sets: setsOf(rows),
      averageLength: this.#averageLength,
    }
  }

  #endBlock(): void {
    this.#blockLast.push(this.#last)
    // Rounded up: a bound may be too high, never too low.
    this.#blockBest.copy(Uint8Array.of(Math.min(255, Math.ceil(this.#best * 255))))
    this.#best = 0
  }

  #endWord(): void {
    if (this.#count === 0) return
    this.#endBlock()
    this.#counts.push(this.#count)
    this.#count = 0
    this.#last = -1
  }
}

function setsOf(rows: readonly DocumentRow[]): ChannelSet[] {
  const sets: ChannelSet[] = []
  rows.forEach(({ access, channels }, document) => {
    const last = sets.at(-1)
    if (last && last.access === access && last.channels.join() === channels.join()) last.to = document + 1
    else sets.push({ access, channels, from: document, to: document + 1 })
  })
  return sets
}
