/** Chooses the sentences of an answer: those that fit the question best, do not repeat each other, and are of several members. */
import type { Passage } from './answer.ts'
import type { Asked } from './question.ts'
import { hasNumber, isAsking, isCourtesy, leansOnOthers, sentencesIn } from './sentences.ts'
import { groupOf, shareOf, type Weighed, type Weights } from './weighing.ts'
import { stemsIn } from './words.ts'

export const SENTENCES = 5
/** Passages that cover much less than the best are about something else. */
const NEAR_BEST = 0.92
/** The best sentence of a further author is chosen if it is at least so good, compared with the best of all. */
const OTHER_AUTHOR = 0.5
/** A sentence must be at least so good, compared with the best. */
const LEAST = 0.55
const REDUNDANCY = 0.7
const FEW_WORDS = 5
const LONG = 400

const OWN = 1
const CONTEXT = 0.8
const REPLY = 0.35
/** A long reply tells a story: only what has words of the question is about it. */
const STORY = 6
const APART = -0.4
const SHORT = -0.5
const ADDRESSED = -0.25
const TOO_LONG = -0.15
/** Unless what it leans on is chosen, too. */
const LEANING = -0.35
const FOLLOWS = 0.1
/** Sentences from another discussion than the best are more often off topic. */
const ELSEWHERE = -0.2
const FIRST = 0.15
const NUMBER = 0.3
/** Within a thread, those with more words and likes come first. */
const LATER = -0.04

export interface Candidate {
  passage: Passage
  sentence: string
  stems: ReadonlySet<string>
  score: number
  /** The share of the question’s words in this sentence, from 0 to 1. */
  own: number
  /** Where it stands in its passage. */
  at: number
}

/** An opening that asks tells what is wanted, not what is known. */
const asks = ({ is_question, title, text }: Passage) => is_question && (isAsking(title) || text.includes('?'))

export function candidatesOf(answering: readonly Weighed[], asked: Asked, weights: Weights): Candidate[] {
  const telling = answering.filter(({ passage }) => !asks(passage))
  const best = Math.max(...telling.map(({ coverage }) => coverage))
  const near = telling.filter(({ coverage }) => coverage >= best * NEAR_BEST)
  const places = new Map<number | null, number>()
  return near.flatMap(({ passage, coverage, title }) => {
    const place = places.get(passage.thread_id) ?? 0
    places.set(passage.thread_id, place + 1)
    const context = CONTEXT * coverage + (passage.is_question ? 0 : REPLY) + Math.min(place, 5) * LATER
    const sentences = sentencesIn(passage.text)
    return sentences.flatMap((sentence, at) => {
      if (isAsking(sentence) || isCourtesy(sentence)) return []
      const stems = stemsIn(sentence)
      // What is said of an expert or a member does not repeat the name.
      const isNamed = passage.kind === 'expert' || passage.kind === 'member'
      const own = shareOf(isNamed ? new Set([...stems, ...title]) : stems, asked, weights)
      const form =
        formOf(sentence, asked) +
        (sentence.split(' ').length < FEW_WORDS && own === 0 ? SHORT : 0) +
        (at === 0 ? FIRST : 0) +
        (own === 0 && sentences.length >= STORY ? APART : 0)
      return [{ passage, sentence, stems, own, score: OWN * own + context + form, at }]
    })
  })
}

const formOf = (sentence: string, { wantsNumber }: Asked) =>
  (sentence.startsWith('@') ? ADDRESSED : 0) +
  (sentence.length > LONG ? TOO_LONG : 0) +
  (wantsNumber && hasNumber(sentence) ? NUMBER : 0)

/** A sentence that begins with "It" needs the one before it. */
function followsOn(each: Candidate, chosen: readonly Candidate[]): number {
  const isNext = chosen.some(({ passage, at }) => passage === each.passage && at === each.at - 1)
  if (isNext) return FOLLOWS
  return leansOnOthers(each.sentence) ? LEANING : 0
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((stem) => other.has(stem)).length
  return shared / Math.max(1, Math.min(one.size, other.size))
}

const isTogether = (one: Candidate, other: Candidate) => groupOf(one.passage) === groupOf(other.passage)

const isSame = (one: Candidate, other: Candidate) => one.sentence === other.sentence
const byScore = (a: Candidate, b: Candidate) =>
  b.score - a.score ||
  a.passage.entity_id - b.passage.entity_id ||
  a.at - b.at ||
  a.passage.kind.localeCompare(b.passage.kind)

/** By score, less what has been said by those chosen already. */
export function choose(candidates: readonly Candidate[]): Candidate[] {
  const alone = (each: Candidate) => each.score + followsOn(each, [])
  const rest = candidates.filter(({ score }) => score > 0).toSorted((a, b) => alone(b) - alone(a) || byScore(a, b))
  const [first] = rest
  if (!first) return []
  const chosen: Candidate[] = []
  while (chosen.length < SENTENCES) {
    const isOfOne =
      chosen.length >= 2 && chosen.every(({ passage }) => passage.author_id === chosen[0]!.passage.author_id)
    const open = rest.filter(
      (each) => (each.own > 0 || isTogether(each, first)) && !chosen.some((other) => isSame(each, other)),
    )
    const others = isOfOne ? open.filter(({ passage }) => passage.author_id !== chosen[0]!.passage.author_id) : []
    const worth = (each: Candidate) =>
      each.score +
      (isTogether(each, first) ? 0 : ELSEWHERE) +
      followsOn(each, chosen) -
      REDUNDANCY * Math.max(0, ...chosen.map((other) => likeness(each.stems, other.stems)))
    const next = best(others, worth, first.score * OTHER_AUTHOR) ?? best(open, worth, first.score * LEAST)
    if (!next) break
    chosen.push(next)
  }
  return chosen
}

function best(
  candidates: readonly Candidate[],
  worth: (each: Candidate) => number,
  least: number,
): Candidate | undefined {
  let found: { each: Candidate; value: number } | undefined
  for (const each of candidates) {
    const value = worth(each)
    if (value >= least && (!found || value > found.value)) found = { each, value }
  }
  return found?.each
}

/** In paragraphs: the best thread first, then the others; in each as they were written. */
export function inParagraphs(chosen: readonly Candidate[]): { paragraph: number; candidate: Candidate }[] {
  const [first] = chosen
  if (!first) return []
  const isFirst = (each: Candidate) => isTogether(each, first)
  const together = (list: readonly Candidate[]) => {
    const places = [...new Set(list.map(({ passage }) => passage))]
    return list.toSorted((a, b) => places.indexOf(a.passage) - places.indexOf(b.passage) || a.at - b.at)
  }
  const rest = chosen.filter((each) => !isFirst(each))
  return [
    ...together(chosen.filter(isFirst)).map((candidate) => ({ paragraph: 1, candidate })),
    ...together(rest).map((candidate) => ({ paragraph: 2, candidate })),
  ]
}
