/**
 * A segment: an immutable part of the index. Its documents (messages and files) are numbered by channel set, then by
 * time, so that what a viewer may read is a few ranges of numbers. Words are sorted; each has its documents in blocks.
 */

export const BLOCK = 128
/** BM25 with k1 1.5 and b .75. */
export const K1 = 1.5
export const B = 0.75
/** No word adds more than this times its rarity. */
export const GREATEST = K1 + 1

/** Who may read the documents of a set, besides the channels: everyone, the readers named by SQL, or those and staff. */
export const ACCESS = { everyone: 0, readersAndStaff: 1, readers: 2 } as const
export type Access = (typeof ACCESS)[keyof typeof ACCESS]

/** Threads that stand in the same channels, with the range of their documents. */
export interface ChannelSet {
  access: Access
  channels: readonly number[]
  from: number
  to: number
}

const LAYOUT = {
  /** For each document. Dates are milliseconds. */
  ids: Uint32Array,
  threads: Uint32Array,
  lengths: Uint32Array,
  dates: Float64Array,
  /** The documents in the order of their ids. */
  byId: Uint32Array,
  /** Items that older segments still hold and that are gone. */
  gone: Uint32Array,
  /** For each word. */
  wordBytes: Uint8Array,
  wordStarts: Uint32Array,
  counts: Uint32Array,
  firstBlock: Uint32Array,
  /** For each block; `blockBest`: the greatest BM25 part in it, as a share of GREATEST in 255 steps. */
  blockLast: Uint32Array,
  blockStart: Uint32Array,
  blockPlaces: Uint32Array,
  blockBest: Uint8Array,
  /** For each document of a word: gap × 4 + times − 1; from four times on, 3 and the rest in another number. */
  postings: Uint8Array,
  /** For each document of a word: how many places, and the gaps between them. */
  places: Uint8Array,
}
type Layout = {
  [name in keyof typeof LAYOUT]: (typeof LAYOUT)[name] extends Float64ArrayConstructor
    ? Float64Array
    : (typeof LAYOUT)[name] extends Uint32ArrayConstructor
      ? Uint32Array
      : Uint8Array
}
export interface Segment extends Layout {
  sets: readonly ChannelSet[]
  /** `blockBest` is computed with it. */
  averageLength: number
}

/** The number of a word, or −1. */
export function findWord({ wordBytes, wordStarts, counts }: Segment, word: string): number {
  const wanted = Buffer.from(word)
  const all = Buffer.from(wordBytes.buffer, wordBytes.byteOffset, wordBytes.byteLength)
  let [low, high] = [0, counts.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = all.compare(wanted, 0, wanted.length, wordStarts[middle]!, wordStarts[middle + 1]!)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Words with this beginning, and in how many documents each stands. */
export function* wordsThatBegin(segment: Segment, beginning: string): Generator<[word: string, often: number]> {
  const { wordBytes, wordStarts, counts } = segment
  const wanted = Buffer.from(beginning)
  const all = Buffer.from(wordBytes.buffer, wordBytes.byteOffset, wordBytes.byteLength)
  let [low, high] = [0, counts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all.compare(wanted, 0, wanted.length, wordStarts[middle]!, wordStarts[middle + 1]!) < 0) low = middle + 1
    else high = middle
  }
  for (let word = low; word < counts.length; word++) {
    const [from, to] = [wordStarts[word]!, wordStarts[word + 1]!]
    if (to - from < wanted.length || all.compare(wanted, 0, wanted.length, from, from + wanted.length) !== 0) return
    yield [all.toString('utf8', from, to), counts[word]!]
  }
}

/** The number of the document of an item, or −1. */
export function findItem({ ids, byId }: Segment, id: number): number {
  let [low, high] = [0, byId.length - 1]
  if (high < 0 || id < ids[byId[0]!]! || id > ids[byId[high]!]!) return -1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = ids[byId[middle]!]!
    if (found === id) return byId[middle]!
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

export function setOf({ sets }: Segment, document: number): number {
  let [low, high] = [0, sets.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (document < sets[middle]!.to) high = middle
    else low = middle + 1
  }
  return low
}

/** A row of `search_parts`. */
export interface Part {
  kind: string
  part: number
  bytes: Uint8Array
}
const PART_BYTES = 256 * 1024
const FACTS = 'facts'

export function partsOf(segment: Segment): Part[] {
  const { sets, averageLength } = segment
  const parts: Part[] = [{ kind: FACTS, part: 0, bytes: Buffer.from(JSON.stringify({ sets, averageLength })) }]
  for (const kind of Object.keys(LAYOUT) as (keyof Layout)[]) {
    const { buffer, byteOffset, byteLength } = segment[kind]
    for (let at = 0; at < byteLength; at += PART_BYTES)
      parts.push({
        kind,
        part: at / PART_BYTES,
        bytes: new Uint8Array(buffer, byteOffset + at, Math.min(PART_BYTES, byteLength - at)),
      })
  }
  return parts
}

/** The parts in any order. */
export function segmentOf(parts: readonly Part[]): Segment {
  const facts = JSON.parse(Buffer.from(parts.find(({ kind }) => kind === FACTS)!.bytes).toString()) as Segment
  const whole = Object.entries(LAYOUT).map(([name, Kind]) => {
    const own = parts.filter(({ kind }) => kind === name)
    const bytes = new Uint8Array(own.reduce((sum, { bytes: { length } }) => sum + length, 0))
    for (const { part, bytes: some } of own) bytes.set(some, part * PART_BYTES)
    return [name, new Kind(bytes.buffer)]
  })
  return { ...(Object.fromEntries(whole) as Layout), ...facts }
}

export const sizeOf = (segment: Segment): number =>
  (Object.keys(LAYOUT) as (keyof Layout)[]).reduce((sum, name) => sum + segment[name].byteLength, 0)
