/**
 * How well passages fit a question. How rare a word is comes from the passages that were found, which the asker may
 * read, and from what is common in questions: never from texts that they may not read.
 */
import type { Passage } from './answer.ts'
import type { Asked, Term } from './question.ts'
import { stemsIn } from './words.ts'

const COMMON_WEIGHT = 0.35
/** Of a word that is in everything that was found, against one that is in nothing. */
const LEAST_RARITY = 0.5
const SYNONYM = 0.75
/** The opening of a thread says what its replies are about, but not as exactly as its topic. */
const OPENING = 0.85

export interface Weighed {
  passage: Passage
  stems: ReadonlySet<string>
  /** The topic and the opening, or the title. */
  title: ReadonlySet<string>
  opening: ReadonlySet<string>
  /** From 0 to 1: how much of the question it covers, together with its topic and its opening. */
  coverage: number
  /** How many of the words that are not common. */
  rareWords: number
  /** How many of them are in the title. */
  rareInTitle: number
  /** How many words are in the title, with those that are common. */
  inTitle: number
}

export interface Weights {
  of(term: Term): number
  all: number
}

/** One thread, or one document, event, expert or member. */
export const groupOf = ({ kind, entity_id, thread_id }: Passage) =>
  thread_id === null ? `${kind} ${entity_id}` : `thread ${thread_id}`
const has = (stems: ReadonlySet<string>, { stem, synonyms }: Term) =>
  stems.has(stem) ? 1 : synonyms.some((each) => each.split(' ').every((part) => stems.has(part))) ? SYNONYM : 0

/** From 0 to 1: the words of the question that are in these stems. */
export const shareOf = (stems: ReadonlySet<string>, { terms }: Asked, weights: Weights) =>
  weights.all === 0 ? 0 : terms.reduce((sum, term) => sum + has(stems, term) * weights.of(term), 0) / weights.all

export function weigh(passages: readonly Passage[], asked: Asked): { weighed: Weighed[]; weights: Weights } {
  const openings = new Map(
    passages
      .filter(({ is_question, thread_id }) => is_question && thread_id !== null)
      .map((each) => [each.thread_id, stemsIn(each.text)]),
  )
  const parts = passages.map((passage) => ({
    passage,
    stems: stemsIn(passage.text),
    title: stemsIn(passage.title),
    opening: (passage.is_private ? undefined : openings.get(passage.thread_id)) ?? new Set<string>(),
  }))
  const weights = weightsOf(parts, asked)
  const weighed = parts.map((part) => {
    const covered = asked.terms.map((term) =>
      Math.max(has(part.stems, term), has(part.title, term), has(part.opening, term) * OPENING),
    )
    return {
      ...part,
      coverage:
        weights.all === 0
          ? 0
          : asked.terms.reduce((sum, term, at) => sum + covered[at]! * weights.of(term), 0) / weights.all,
      rareWords: asked.terms.filter((term, at) => !term.isCommon && covered[at]! > 0).length,
      rareInTitle: asked.terms.filter((term) => !term.isCommon && has(part.title, term) > 0).length,
      inTitle: asked.terms.filter((term) => has(part.title, term) > 0).length,
    }
  })
  return { weighed, weights }
}

function weightsOf(parts: readonly Pick<Weighed, 'passage' | 'stems' | 'title'>[], { terms }: Asked): Weights {
  const groups = new Map<string, Set<string>>()
  for (const { passage, stems, title } of parts) {
    const group = groups.get(groupOf(passage)) ?? new Set<string>()
    for (const stem of [...stems, ...title]) group.add(stem)
    groups.set(groupOf(passage), group)
  }
  const most = Math.log(1 + groups.size)
  const weights = new Map(
    terms.map((term) => {
      const found = [...groups.values()].filter((stems) => has(stems, term) > 0).length
      const rarity = most === 0 ? 1 : Math.log(1 + groups.size / Math.max(1, found)) / most
      return [term, (term.isCommon ? COMMON_WEIGHT : 1) * (LEAST_RARITY + (1 - LEAST_RARITY) * Math.min(1, rarity))]
    }),
  )
  return { of: (term) => weights.get(term)!, all: [...weights.values()].reduce((sum, weight) => sum + weight, 0) }
}
