/** Random worlds and searches: the answer from packed segments equals a plain sum over what the viewer may read. */
import { expect, it } from 'vitest'
import { isFull, seed } from '../../../../tests/harness/full.ts'
import { buildSegment, mergeSegments, type Document } from '../segments/build.ts'
import { evaluate } from './evaluate.ts'
import { LiveIndex } from './live-index.ts'
import { windowsOf, type Question } from './question.ts'
import { partsOf, segmentOf, type Access } from '../segments/segment.ts'
import { parseQuery } from '../segments/text-search.ts'

/** 12,000 searches in a full run. */
const WORLDS = isFull ? 200 : 16
const SEARCHES = isFull ? 60 : 30
const NOW = Date.UTC(2026, 0, 1)

const UNFILTERED = { must: null, byDate: false, wholeOnly: false, before: null, after: null, networks: null }

/** Mulberry32. */
function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Text extends Document {
  /** Words in order; `null` where a stop word stands. */
  said: readonly (string | null)[]
  topic: number
}

class World {
  readonly random: () => number
  readonly #vocabulary: number
  readonly #threads: number
  readonly #flatness: number
  readonly texts = new Map<number, Text>()
  #lastId = 0

  constructor(start: number, { words = 0, threads = 0 } = {}) {
    this.random = randomFrom(start)
    this.#vocabulary = words || 8 + this.below(60)
    this.#threads = threads || 3 + this.below(200)
    this.#flatness = 1 + this.random() * 3
  }

  below(limit: number) {
    return Math.floor(this.random() * limit)
  }

  word() {
    return `w${Math.floor(this.random() ** this.#flatness * this.#vocabulary)}`
  }

  channels(): number[] {
    return [...new Set(Array.from({ length: 1 + this.below(3) }, () => 4 + this.below(5) * 4))].toSorted(
      (a, b) => a - b,
    )
  }

  text(id = (this.#lastId += 1 + this.below(3))): Text {
    const thread = this.below(this.#threads)
    const said = Array.from({ length: 1 + this.below(30) }, () => (this.random() < 0.15 ? null : this.word()))
    const topic = this.random() < 0.2 ? this.below(4) : 0
    const access: Access = this.random() < 0.85 ? 0 : this.random() < 0.6 ? 1 : 2
    const date = NOW - this.below(400) * 86_400_000
    // A thread stands in the same channels whatever is said in it.
    const channels = randomFrom(thread * 7919 + 13)
    const of = [
      ...new Set(Array.from({ length: 1 + Math.floor(channels() * 3) }, () => 4 + Math.floor(channels() * 5) * 4)),
    ]
    return {
      id,
      thread,
      access,
      channels: of.toSorted((a, b) => a - b),
      date,
      length: said.filter((word) => word !== null).length,
      words: vectorOf(said, topic),
      said,
      topic,
    }
  }

  question(): Question {
    const question = this.anyQuestion()
    return this.random() < 0.75 ? question : this.shortened(question)
  }

  /** One word and few results: most blocks can be passed over. */
  shortened(question: Question): Question {
    return {
      ...question,
      ...UNFILTERED,
      groups: [{ words: [this.word()], synonyms: [], position: 1 }],
      top: 1 + this.below(4),
      countTo: 1,
    }
  }

  anyQuestion(): Question {
    const groups = Array.from({ length: 1 + this.below(4) }, (_, position) => {
      const words = this.random() < 0.15 ? [...new Set([this.word(), this.word()])] : [this.word()]
      const synonyms = this.random() < 0.15 ? [this.word()].filter((word) => !words.includes(word)) : []
      return { words, synonyms, position: position + 1 + this.below(2) }
    })
    const must = this.random()
    const two = `'${groups[0]!.words[0]}' <-> '${groups.at(-1)!.words[0]}'`
    const text =
      must < 0.6
        ? null
        : must < 0.75
          ? two
          : must < 0.85
            ? `!'${this.word()}'`
            : must < 0.95
              ? `${two} & !'${this.word()}'`
              : `'${this.word()}' | ${two}`
    const own = [...this.texts.values()].filter(({ access }) => access > 0 && this.random() < 0.2)
    const byDate = this.random() < 0.15
    return {
      groups,
      must: text === null ? null : parseQuery(text),
      channels: this.channels(),
      isStaff: this.random() < 0.2,
      own: own.map(({ id }) => id),
      excluded: this.random() < 0.3 ? [...this.texts.keys()].filter(() => this.random() < 0.2) : [],
      networks: this.random() < 0.1 ? [1 + this.below(5)] : null,
      threadType: this.random() < 0.05 ? 0 : null,
      before: this.random() < 0.1 ? NOW - this.below(400) * 86_400_000 : null,
      after: this.random() < 0.1 ? NOW - this.below(400) * 86_400_000 : null,
      byDate,
      wholeOnly: byDate && this.random() < 0.5,
      top: 1 + this.below(80),
      countTo: this.random() < 0.5 ? 1 + this.below(20) : 1_000,
      everyThread: false,
      now: NOW,
      budgetMs: 60_000,
    }
  }
}

function vectorOf(said: readonly (string | null)[], topic: number): string {
  const places = new Map<string, string[]>()
  said.forEach((word, at) => {
    if (word !== null) places.set(word, [...(places.get(word) ?? []), `${at + 1}${at < topic ? 'A' : ''}`])
  })
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}

const readBy = (texts: readonly Text[], { channels, isStaff, own, excluded }: Question) =>
  texts.filter(({ id, access, channels: of }) => {
    if (excluded.includes(id)) return false
    const isReached = of.some((channel) => channels.includes(channel))
    return own.includes(id) || (isReached && (access === 0 || (access === 1 && isStaff)))
  })

/** The score as the product's documents describe it, without segments, ranges or bounds. */
function plainly(texts: readonly Text[], question: Question) {
  const { groups, channels, networks, threadType, before, after, byDate, wholeOnly, must } = question
  const readable = readBy(texts, question)
  const open = readable.filter(
    ({ access, channels: of }) => access === 0 && of.some((channel) => channels.includes(channel)),
  )
  const average = open.length === 0 ? 1 : Math.max(1, open.reduce((sum, { length }) => sum + length, 0) / open.length)
  const rarities = groups.map(({ words, synonyms }) => {
    const count = [...words, ...synonyms].reduce(
      (sum, word) => sum + open.filter(({ said }) => said.includes(word)).length,
      0,
    )
    const often = Math.min(count, open.length)
    return Math.log(1 + (open.length - often + 0.5) / (often + 0.5))
  })
  const bonus = groups.length > 1 ? 3.1 * rarities.reduce((sum, rarity) => sum + rarity, 0) : 0
  const matches = readable.flatMap((text) => {
    if (networks && !text.channels.some((channel) => networks.includes(Math.floor(channel / 4)))) return []
    if (threadType !== null && !text.channels.some((channel) => channel % 4 === threadType)) return []
    if ((before !== null && text.date >= before) || (after !== null && text.date < after)) return []
    const parts = groups.map(({ words, synonyms }, group) => {
      const weightOf = (word: string) => (words.includes(word) ? 1 : synonyms.includes(word) ? 0.5 : 0)
      const times = text.said.reduce(
        (sum, word, at) => sum + (word === null ? 0 : weightOf(word) * (at < text.topic ? 3 : 1)),
        0,
      )
      return {
        times,
        part:
          times === 0 ? 0 : (rarities[group]! * 2.5 * times) / (times + 1.5 * (0.25 + (0.75 * text.length) / average)),
      }
    })
    if (parts.every(({ times }) => times === 0) || (must && !isHeld(must, text.said))) return []
    const isWhole = parts.every(({ times }) => times > 0)
    const fresh = 0.9 + 0.1 * Math.exp(-(NOW - text.date) / (365.25 * 86_400_000))
    const score = byDate ? text.date : parts.reduce((sum, { part }) => sum + part, 0) * fresh + (isWhole ? bonus : 0)
    return [{ ...text, score, isWhole }]
  })
  const kept = wholeOnly && matches.some(({ isWhole }) => isWhole) ? matches.filter(({ isWhole }) => isWhole) : matches
  const order = (a: (typeof kept)[0], b: (typeof kept)[0]) =>
    Math.abs(b.score - a.score) > 1e-9 ? b.score - a.score : b.date - a.date || b.id - a.id
  const best = new Map<number, (typeof kept)[0]>()
  for (const match of kept.toSorted(order)) if (!best.has(match.thread)) best.set(match.thread, match)
  const ranked = [...best.values()]
  const near = (text: Text) =>
    groups.slice(1).reduce((sum, { words: right, position }, at) => {
      const { words: left, position: previous } = groups[at]!
      const distance = position - previous
      const isNear =
        distance >= 1 &&
        distance <= 4 &&
        text.said.some(
          (word, place) => word !== null && left.includes(word) && right.includes(text.said[place + distance] ?? '-'),
        )
      return sum + (isNear ? 0.6 * Math.min(rarities[at]!, rarities[at + 1]!) : 0)
    }, 0)
  const nearest = byDate
    ? ranked
    : [
        ...ranked
          .slice(0, 60)
          .map((each) => ({ ...each, score: each.score + near(each) }))
          .sort(order),
        ...ranked.slice(60),
      ]
  return { items: nearest.slice(0, question.top), count: Math.min(best.size, question.countTo) }
}

function isHeld(query: NonNullable<Question['must']>, said: readonly (string | null)[]): boolean {
  if (query.is === 'word') return said.includes(query.word)
  if (query.is === 'not') return !isHeld(query.of, said)
  if (query.is === 'and') return isHeld(query.left, said) && isHeld(query.right, said)
  if (query.is === 'or') return isHeld(query.left, said) || isHeld(query.right, said)
  if (query.is !== 'phrase') throw new Error('not written')
  const [left, right] = [query.left, query.right] as { word: string }[]
  return said.some((word, at) => word === left!.word && said[at + query.distance] === right!.word)
}

/** Stored segments with changes and removals between them, a merged one, and small ones in memory. */
function indexOf(world: World): LiveIndex {
  // Some with several windows.
  const size = 1 + world.below(world.random() < 0.04 ? 12_000 : 700)
  const stored = Array.from({ length: 1 + world.below(3) }, () => segmentOf(partsOf(changed(world, size).segment)))
  const whole = new LiveIndex(stored)
  const isMerged = world.random() < 0.5
  const merged = isMerged ? [mergeSegments(whole.held, { isOldest: true })] : stored
  const index = new LiveIndex(merged)
  for (let round = world.below(6); round > 0; round--) {
    const { gone, texts } = changed(world, 1 + world.below(10))
    index.apply([...gone, ...texts.map(({ id }) => id)], texts)
  }
  return index
}

function changed(world: World, size: number) {
  const known = [...world.texts.keys()]
  const gone = known.filter(() => world.random() < 0.1)
  const edited = known.filter((id) => !gone.includes(id) && world.random() < 0.1)
  for (const id of gone) world.texts.delete(id)
  const texts = [...edited.map((id) => world.text(id)), ...Array.from({ length: size }, () => world.text())]
  for (const text of texts) world.texts.set(text.id, text)
  return { gone, texts, segment: buildSegment(texts, gone) }
}

it('stops when its time is over, but not before it has passed over a part, and says so', () => {
  const answerOf = (texts: number, budgetMs: number) => {
    const world = new World(seed, { words: 5, threads: 150 })
    const index = new LiveIndex([changed(world, texts).segment])
    const question = { ...world.shortened(world.anyQuestion()), channels: [4, 8, 12, 16, 20], countTo: 1_000, budgetMs }
    return evaluate(index.held, {
      ...question,
      groups: [{ words: ['w0'], synonyms: [], position: 1 }],
      threadType: null,
    })
  }
  expect(answerOf(30_000, 60_000)).toMatchObject({ partial: false })
  expect(answerOf(30_000, -1)).toMatchObject({ partial: true, items: expect.arrayContaining([expect.anything()]) })
  expect(answerOf(3_000, -1)).toMatchObject({ partial: false })
})

it('takes the channel sets in turns, the newest part of each first', () => {
  const windows = windowsOf([
    [0, 20_000],
    [20_000, 20_010],
    [30_000, 39_000],
  ])
  expect(windows.slice(0, 3)).toEqual([
    [11_808, 20_000],
    [20_000, 20_010],
    [30_808, 39_000],
  ])
  expect(windows.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(29_010)
})

it('passes over blocks of a usual word without losing any result', () => {
  const world = new World(seed, { words: 5, threads: 150 })
  const index = new LiveIndex([changed(world, 20_000).segment])
  for (let search = 0; search < 12; search++) {
    const question = world.shortened(world.anyQuestion())
    const wanted = plainly([...world.texts.values()], question)
    const { items } = evaluate(index.held, question)
    expect(items.map(({ id }) => id)).toEqual(wanted.items.map(({ id }) => id))
  }
})

it('passes over windows, and over older segments, without losing any result', () => {
  const world = new World(seed, { words: 60, threads: 2_000 })
  const segments = [1_000, 400, 0].map((days) => {
    const texts = Array.from({ length: 10_000 }, () => world.text()).map((text) => ({
      ...text,
      date: text.date - days * 86_400_000,
    }))
    for (const text of texts) world.texts.set(text.id, text)
    return buildSegment(texts)
  })
  const index = new LiveIndex(segments)
  for (let search = 0; search < 16; search++) {
    const question: Question = {
      ...world.anyQuestion(),
      ...UNFILTERED,
      threadType: null,
      own: [],
      excluded: [],
      countTo: 1 + world.below(100),
    }
    const wanted = placesIn(plainly([...world.texts.values()], question).items)
    const { items } = evaluate(index.held, question)
    expect({ search, places: items.map(({ id }) => wanted.get(id)) }).toEqual({ search, places: [...wanted.values()] })
  }
})

/** Sums in another order differ in their last bits: of results that score the same, either may stand first. */
function placesIn(ranked: readonly { id: number; score: number }[]): Map<number, number> {
  const places = new Map<number, number>()
  ranked.forEach(({ id, score }, place) => {
    const before = ranked[place - 1]
    const isTied = before !== undefined && Math.abs(before.score - score) < 1e-9
    places.set(id, isTied ? places.get(before.id)! : place)
  })
  return places
}

it(`equals a plain sum in ${WORLDS * SEARCHES} searches of ${WORLDS} worlds`, { timeout: 600_000 }, () => {
  let found = 0
  for (let each = 0; each < WORLDS; each++) {
    const world = new World(seed + each * 101)
    const index = indexOf(world)
    for (let search = 0; search < SEARCHES; search++) {
      const question = world.question()
      const wanted = plainly([...world.texts.values()], question)
      const { items, count, partial } = evaluate(index.held, question)
      const at = `world ${seed + each * 101}, search ${search}`
      const places = placesIn(wanted.items)
      expect({ at, places: items.map(({ id }) => places.get(id)), count, partial }).toEqual({
        at,
        places: [...places.values()],
        count: wanted.count,
        partial: false,
      })
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      // Without all that the viewer may not read: equal to the bit.
      if (search % 3 === 0) {
        const alone = new LiveIndex([buildSegment(readBy([...world.texts.values()], question))])
        expect({ at, ...evaluate(alone.held, question) }).toEqual({ at, items, count, partial })
      }
      if (search % 5 === 0) {
        const every = { ...question, everyThread: true, top: Infinity, countTo: Infinity }
        const threads = placesIn(
          plainly([...world.texts.values()], every).items.map((one) => ({ ...one, id: one.thread })),
        )
        // By date, and after the best, the list that filters them also orders them.
        for (const top of [Infinity, 3]) {
          const listed = [...evaluate(index.held, { ...every, top }).threads!].map(
            (thread) => threads.get(thread) ?? -1,
          )
          const ranked = question.byDate ? 0 : top
          const asListed = (list: number[]) => [
            ...list.slice(0, ranked),
            ...list.slice(ranked).toSorted((a, b) => a - b),
          ]
          expect({ at, top, threads: asListed(listed) }).toEqual({ at, top, threads: asListed([...threads.values()]) })
        }
      }
      items.forEach(({ score }, place) => expect(score).toBeCloseTo(wanted.items[place]!.score, 6))
      found += items.length
    }
  }
  expect(found).toBeGreaterThan(WORLDS)
})
