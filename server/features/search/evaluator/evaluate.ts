/**
 * Answers a question from the segments: BM25 over what the viewer may read, all words before some of them. Documents
 * that cannot enter the best are passed over (MaxScore, with bounds for each window), which changes no result: the
 * tests compare with a plain sum.
 */
import { Best, byScore, type Place } from './best.ts'
import { Cursor } from '../segments/cursor.ts'
import type { Held } from './held.ts'
import {
  excludedOf,
  rangesOf,
  statisticsOf,
  WINDOW,
  windowsOf,
  type Excluded,
  type Question,
  type Statistics,
} from './question.ts'
import { GREATEST } from '../segments/segment.ts'
import { holds, requiredWords } from '../segments/text-search.ts'
import { TermCursor, type Sums } from './term-cursor.ts'

/** Nearness is measured for the best only. */
const NEAR = 60
const NEAR_WEIGHT = 0.6
/** Words typed further apart than this are no neighbours. */
const NEAR_TYPED = 4
const YEAR_MS = 365.25 * 86_400_000
/** So many documents are passed over whatever the time: on a busy machine, a small community would get partial answers. */
const AT_LEAST = 16_384
/** Sums in another order differ in their last digits: a bound must not be too low by that. */
const SLACK = 1 + 1e-9

export interface Answer {
  items: { id: number; thread: number; score: number }[]
  /** If `everyThread` was asked for: all of them, and no items. Unless by date, the `top` best come first. */
  threads?: Uint32Array
  /** Threads, at most `countTo`. */
  count: number
  /** True if time ran out. */
  partial: boolean
}

export const evaluate = (index: readonly Held[], question: Question): Answer => new Evaluation(index, question).run()

class Evaluation {
  readonly #index: readonly Held[]
  readonly #question: Question
  readonly #excluded: Excluded
  readonly #statistics: Statistics
  /** Groups in the order in which their parts are added, which depends only on what the viewer may read. */
  readonly #order: number[]
  /** More than any document without all words can reach. */
  readonly #bonus: number
  /** Words without which nothing matches, and whether the first of `#order` is one of them. */
  readonly #required: readonly string[]
  readonly #isLed: boolean
  /** The list that filters the threads also orders them. */
  readonly #isUnranked: boolean
  readonly #best: Best
  readonly #wholeBest: Best
  readonly #threads = new Set<number>()
  readonly #wholeThreads = new Set<number>()
  readonly #sums: Sums = {
    from: 0,
    to: 0,
    scores: new Float64Array(WINDOW),
    matched: new Uint8Array(WINDOW),
    touched: new Uint32Array(WINDOW),
    count: 0,
  }
  /** The freshness of the segment's newest document. */
  #freshest = 1
  /** Of the window: what the terms from each one on can add at most. */
  readonly #rests: Float64Array
  readonly #until: number
  #passed = 0

  constructor(index: readonly Held[], question: Question) {
    this.#index = index
    this.#question = question
    this.#until = performance.now() + question.budgetMs
    this.#excluded = excludedOf(index, question)
    this.#statistics = statisticsOf(index, question, this.#excluded)
    this.#required = question.must ? requiredWords(question.must) : []
    this.#order = orderOf(question, this.#statistics, this.#required)
    this.#isLed = question.groups[this.#order[0] ?? 0]?.words.some((word) => this.#required.includes(word)) ?? false
    const sum = this.#statistics.rarities.reduce((all, rarity) => all + rarity, 0)
    this.#bonus = question.groups.length > 1 ? sum * (GREATEST + NEAR_WEIGHT) : 0
    this.#isUnranked = question.everyThread && question.byDate
    this.#rests = new Float64Array(question.groups.length + 1)
    this.#best = new Best(Math.max(question.top, NEAR))
    this.#wholeBest = new Best(Math.max(question.top, NEAR))
  }

  run(): Answer {
    const { groups, wholeOnly, top, byDate, everyThread } = this.#question
    let partial = false
    if (groups.length > 0) for (const held of this.#index.toReversed()) if (!this.#segment(held)) partial = true
    const isWhole = wholeOnly && this.#wholeThreads.size > 0
    const matching = isWhole ? this.#wholeThreads : this.#threads
    const count = matching.size
    if (this.#isUnranked) return { items: [], threads: Uint32Array.from(matching), count, partial }
    const ranked = (isWhole ? this.#wholeBest : this.#best).ranked()
    const nearest = byDate ? ranked : this.#withNearness(ranked)
    if (everyThread) {
      const best = nearest.slice(0, top).map(({ thread }) => thread)
      return { items: [], threads: Uint32Array.from(new Set([...best, ...matching])), count, partial }
    }
    const items = nearest.slice(0, top).map(({ id, thread, score }) => ({ id, thread, score }))
    return { items, count, partial }
  }

  /** False if time ran out. */
  #segment(held: Held): boolean {
    const terms = this.#order.map((group) => {
      const rarity = this.#statistics.rarities[group]!
      return new TermCursor(held, this.#question.groups[group]!, { rarity, ...this.#statistics })
    })
    if (terms.every(({ isThere }) => !isThere)) return true
    this.#freshest = freshness(held.newest, this.#question.now)
    const cursors = new Map<string, Cursor | null>()
    if (this.#required.some((word) => cursorOf(held, word, cursors) === null)) return true
    for (const [from, to] of windowsOf(rangesOf(held, this.#question))) {
      if (this.#passed >= AT_LEAST && performance.now() > this.#until) return false
      this.#passed += to - from
      this.#window({ held, terms, cursors }, from, to)
    }
    return true
  }

  #window(here: Here, from: number, to: number): void {
    const { terms, held } = here
    const isPruned = !this.#question.byDate && this.#threads.size >= this.#question.countTo
    if (isPruned) {
      const most = this.#bound(terms, from, to)
      if (most * SLACK < this.#best.least) return
    }
    const scanned = this.#scanned(terms.length, isPruned)
    const scan = { scanned, isPruned }
    const sums = Object.assign(this.#sums, { from, to, count: 0 })
    for (let nth = 0; nth < scanned; nth++) {
      const least = scanned === 1 && isPruned ? this.#leastOf(terms[0]!) : 0
      terms[nth]!.addTo(sums, held.segment.lengths, least)
    }
    const excluded = this.#excluded.get(held)
    const { scores, matched, touched, count } = sums
    const list = touched.subarray(0, count)
    if (scanned > 1) this.#putInOrder(list, from, to)
    for (const document of list) {
      const at = document - from
      // Most documents end here, and are not read.
      const isBeaten = isPruned && this.#isBeaten(scores[at]!, matched[at]!, scanned)
      if (!isBeaten && held.dead[document] === 0 && !excluded?.has(document)) this.#complete(here, scan, document)
      scores[at] = 0
      matched[at] = 0
    }
  }

  /** What a document of the window can reach at most; keeps what it can reach by the terms from each one on. */
  #bound(terms: readonly TermCursor[], from: number, to: number): number {
    let bonus = this.#bonus
    this.#rests[terms.length] = 0
    for (let nth = terms.length - 1; nth >= 0; nth--) {
      const most = terms[nth]!.mostIn(from, to) * this.#freshest
      if (most === 0) bonus = 0
      this.#rests[nth] = this.#rests[nth + 1]! + most
    }
    return this.#rests[0]! + bonus
  }

  /** The touched documents as they stand in the window: sorting many takes longer than reading the whole window. */
  #putInOrder(list: Uint32Array, from: number, to: number): void {
    if (list.length < (to - from) / 32) return void list.sort()
    let put = 0
    for (let at = 0; at < to - from; at++) if (this.#sums.matched[at] !== 0) list[put++] = from + at
  }

  /** How many of the terms must be scanned; the others are looked up in what these have. */
  #scanned(terms: number, isPruned: boolean): number {
    if (this.#isLed) return 1
    let scanned = terms
    if (isPruned) while (scanned > 1 && this.#rests[scanned - 1]! * SLACK < this.#best.least) scanned -= 1
    return scanned
  }

  /** The best part that a block of the only scanned term must have. */
  #leastOf(term: TermCursor): number {
    if (this.#isLed) return 0
    return term.leastBest((this.#best.least / SLACK - this.#bonus - this.#rests[1]!) / this.#freshest)
  }

  /** Whether a document with so many of the terms before the `nth` cannot reach the best, whatever others it has. */
  #isBeaten(score: number, matched: number, nth: number): boolean {
    const bound = score * this.#freshest + this.#rests[nth]! + (matched === nth ? this.#bonus : 0)
    return bound * SLACK < this.#best.least
  }

  /** Looks the other terms up, and offers the document if it holds what it must. */
  #complete(here: Here, { scanned, isPruned }: Scan, document: number): void {
    const { held, terms } = here
    const { ids, threads, lengths, dates } = held.segment
    const { before, after, must, byDate, wholeOnly, now, countTo } = this.#question
    if (before !== null && dates[document]! >= before) return
    if (after !== null && dates[document]! < after) return
    let score = this.#sums.scores[document - this.#sums.from]!
    let matched = this.#sums.matched[document - this.#sums.from]!
    for (let nth = scanned; nth < terms.length; nth++) {
      if (isPruned && this.#isBeaten(score, matched, nth)) return
      const term = terms[nth]!
      if (term.seek(document) !== document) continue
      score += term.partOf(lengths[document]!)
      matched += 1
    }
    const isWhole = matched === terms.length
    if (must && !holds(must, (word) => placesIn(cursorOf(held, word, here.cursors), document))) return
    if (!isPruned) {
      if (this.#threads.size < countTo) this.#threads.add(threads[document]!)
      if (isWhole && this.#wholeThreads.size < countTo) this.#wholeThreads.add(threads[document]!)
    }
    if (this.#isUnranked) return
    // Most of these end here, and cost neither the exponential function nor an object.
    const most = byDate ? dates[document]! : (score * this.#freshest + (isWhole ? this.#bonus : 0)) * SLACK
    if (most < this.#best.least && !(isWhole && wholeOnly)) return
    const date = dates[document]!
    const total = byDate ? date : score * freshness(date, now) + (isWhole ? this.#bonus : 0)
    const place = { held, document, id: ids[document]!, thread: threads[document]!, score: total, date }
    this.#best.offer(place)
    if (isWhole && wholeOnly) this.#wholeBest.offer(place)
  }

  /** Adds to the best what they have for words standing as they were typed: side by side. */
  #withNearness(ranked: readonly Place[]): Place[] {
    const pairs = this.#pairs()
    if (pairs.length === 0) return [...ranked]
    const cursors = new Map<Held, Map<string, Cursor | null>>()
    const nearer = ranked.slice(0, NEAR).map((place) => {
      const { held, document } = place
      if (!cursors.has(held)) cursors.set(held, new Map())
      const placesOf = (words: readonly string[]) =>
        words.flatMap((word) => placesIn(cursorOf(held, word, cursors.get(held)!), document) ?? [])
      let { score } = place
      for (const { left, right, distance, rarity } of pairs) {
        const starts = new Set(placesOf(left))
        if (starts.size > 0 && placesOf(right).some((at) => starts.has(at - distance))) score += NEAR_WEIGHT * rarity
      }
      return { ...place, score }
    })
    return [...nearer.sort(byScore), ...ranked.slice(NEAR)]
  }

  #pairs() {
    const { groups } = this.#question
    const { rarities } = this.#statistics
    return groups.slice(1).flatMap(({ words: right, position }, at) => {
      const { words: left, position: before } = groups[at]!
      const distance = position - before
      if (distance < 1 || distance > NEAR_TYPED) return []
      return [{ left, right, distance, rarity: Math.min(rarities[at]!, rarities[at + 1]!) }]
    })
  }
}

interface Here {
  held: Held
  terms: readonly TermCursor[]
  /** Of the words of phrases and exclusions. */
  cursors: Map<string, Cursor | null>
}

/** How a window is read. */
interface Scan {
  /** So many terms are scanned, the others looked up. */
  scanned: number
  /** Whether documents may be passed over: enough threads are counted. */
  isPruned: boolean
}

/** A newer document keeps more of its score. */
const freshness = (date: number, now: number) => 0.9 + 0.1 * Math.exp(-Math.max(0, now - date) / YEAR_MS)

/** The rarest first. A group that must occur comes before all others: only its documents are scanned. */
function orderOf({ groups }: Question, { rarities }: Statistics, required: readonly string[]): number[] {
  const order = [...groups.keys()].sort((a, b) => rarities[b]! - rarities[a]! || a - b)
  const leading = order.find((group) => groups[group]!.words.some((word) => required.includes(word)))
  return leading === undefined ? order : [leading, ...order.filter((group) => group !== leading)]
}

function cursorOf(held: Held, word: string, cursors: Map<string, Cursor | null>): Cursor | null {
  const known = cursors.get(word)
  if (known !== undefined) return known
  const number = held.numberOf(word)
  const cursor = number < 0 ? null : new Cursor(held.segment, number)
  cursors.set(word, cursor)
  return cursor
}

const placesIn = (cursor: Cursor | null, document: number) =>
  cursor?.seek(document) === document ? cursor.places() : undefined
