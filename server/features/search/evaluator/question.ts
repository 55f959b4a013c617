/** What a viewer asks, what of a segment they may read, and the statistics of that. */
import type { Held } from './held.ts'
import { Cursor } from '../segments/cursor.ts'
import { ACCESS, findItem, setOf, type ChannelSet } from '../segments/segment.ts'
import type { TextQuery } from '../segments/text-search.ts'

/** A word with its other spellings, which count as one word. */
export interface WordGroup {
  words: readonly string[]
  /** Other words for it, which count for less. */
  synonyms: readonly string[]
  /** Where it was typed. */
  position: number
}

export interface Question {
  groups: readonly WordGroup[]
  /** Phrases and exclusions. */
  must: TextQuery | null
  channels: readonly number[]
  isStaff: boolean
  /** Items outside the viewer's channel sets that the viewer may read. */
  own: readonly number[]
  /** Items that are left out, also of all statistics. */
  excluded: readonly number[]
  /** Only threads in one of these networks, of this type, in this time. */
  networks: readonly number[] | null
  threadType: number | null
  before: number | null
  after: number | null
  byDate: boolean
  /** Leaves out what has only some of the words, if anything has all. */
  wholeOnly: boolean
  /** How many threads are ranked. */
  top: number
  /** Threads are counted up to this; then documents that cannot enter the best are passed over. */
  countTo: number
  /** For a list that filters them itself: `countTo` is then without limit, and those after `top` are in no order. */
  everyThread: boolean
  /** The time, for freshness. */
  now: number
  budgetMs: number
}

/** Who asks, and what they ask for. */
export type Reader = Pick<Question, 'channels' | 'isStaff' | 'own' | 'networks' | 'threadType'>

/** The sets whose documents everybody in the viewer's channels may read: all statistics come from these. */
export const publicSets = (held: Held, { channels }: Pick<Reader, 'channels'>): number[] =>
  held.setsIn(channels).filter((set) => held.segment.sets[set]!.access === ACCESS.everyone)

/** A channel is a network and a thread type in one number. */
const NETWORK = 4

function isAskedFor({ channels }: ChannelSet, { networks, threadType }: Reader): boolean {
  if (threadType !== null && !channels.some((channel) => channel % NETWORK === threadType)) return false
  return networks === null || channels.some((channel) => networks.includes(Math.floor(channel / NETWORK)))
}

export type Range = readonly [from: number, to: number]

/** The documents that the viewer may read and asks for, as ascending ranges of numbers. */
export function rangesOf(held: Held, reader: Reader): Range[] {
  const { segment } = held
  const ranges: Range[] = []
  for (const each of held.setsIn(reader.channels)) {
    const set = segment.sets[each]!
    const isOpen = set.access === ACCESS.everyone || (set.access === ACCESS.readersAndStaff && reader.isStaff)
    if (isOpen && isAskedFor(set, reader)) ranges.push([set.from, set.to])
  }
  for (const id of reader.own) {
    const document = findItem(segment, id)
    if (document >= 0 && isAskedFor(segment.sets[setOf(segment, document)]!, reader))
      ranges.push([document, document + 1])
  }
  return joined(ranges.sort(([a], [b]) => a - b))
}

function joined(ranges: readonly Range[]): Range[] {
  const list: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = list.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else list.push([from, to])
  }
  return list
}

export const WINDOW = 8_192

/** The ranges in windows, the newest of each range first, in turns: if time runs out, no network is left out. */
export function windowsOf(ranges: readonly Range[]): Range[] {
  const windows: { window: Range; turn: number }[] = []
  for (const [from, to] of ranges)
    for (let [end, turn] = [to, 0]; end > from; end -= WINDOW, turn++)
      windows.push({ window: [Math.max(from, end - WINDOW), end], turn })
  return windows.sort((a, b) => a.turn - b.turn || a.window[0] - b.window[0]).map(({ window }) => window)
}

export interface Statistics {
  documents: number
  averageLength: number
  /** How rare each group is. */
  rarities: readonly number[]
}

/** The numbers of the excluded documents in each segment that counts them. */
export type Excluded = ReadonlyMap<Held, ReadonlySet<number>>

export function excludedOf(index: readonly Held[], { excluded }: Pick<Question, 'excluded'>): Excluded {
  if (excluded.length === 0) return new Map()
  const found = (held: Held) => excluded.map((id) => findItem(held.segment, id))
  return new Map(
    index.map((held) => [held, new Set(found(held).filter((document) => document >= 0 && held.dead[document] === 0))]),
  )
}

export function statisticsOf(index: readonly Held[], question: Question, excluded: Excluded): Statistics {
  let [documents, length] = [0, 0]
  const counts = question.groups.map(() => 0)
  for (const held of index) {
    const sets = publicSets(held, question)
    for (const set of sets) {
      documents += held.documents[set]!
      length += held.lengths[set]!
    }
    question.groups.forEach(({ words, synonyms }, group) => {
      for (const word of [...words, ...synonyms]) {
        const bySet = held.countsOf(word)
        if (bySet) for (const set of sets) counts[group]! += bySet[set]!
      }
    })
    const { segment } = held
    const left = [...(excluded.get(held) ?? [])].filter((document) => sets.includes(setOf(segment, document)))
    documents -= left.length
    for (const document of left) length -= segment.lengths[document]!
    question.groups.forEach(({ words, synonyms }, group) => {
      for (const word of [...words, ...synonyms]) counts[group]! -= countIn(held, word, left)
    })
  }
  const rarities = counts.map((count) => {
    const often = Math.min(count, documents)
    return Math.log(1 + (documents - often + 0.5) / (often + 0.5))
  })
  return { documents, averageLength: documents > 0 ? Math.max(1, length / documents) : 1, rarities }
}

/** In how many of the documents the word stands. */
function countIn(held: Held, word: string, documents: readonly number[]): number {
  const number = documents.length > 0 ? held.numberOf(word) : -1
  if (number < 0) return 0
  const cursor = new Cursor(held.segment, number)
  return documents.filter((document) => cursor.seek(document) === document).length
}
