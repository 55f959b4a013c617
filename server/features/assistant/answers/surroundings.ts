/** What stands beside an answer: what was read, discussions about the subject, and who wrote about it. */
import type { Passage } from './answer.ts'
import type { Weighed } from './weighing.ts'
import { PEOPLE_LIMIT, RELATED_THREADS } from '#shared/assistant.ts'

const DOCUMENTS: readonly Passage['kind'][] = ['peer_document', 'message_file']
/** A thread that covers less of the question is not about it. */
const LEAST_RELATED = 0.25

const numberOf = (passages: readonly Passage[]) =>
  new Set(passages.map(({ kind, entity_id }) => `${kind} ${entity_id}`)).size

export const readOf = (passages: readonly Passage[]) => ({
  messages: numberOf(passages.filter(({ kind }) => kind === 'message')),
  documents: numberOf(passages.filter(({ kind }) => DOCUMENTS.includes(kind))),
})

/** Private replies relate to nothing that others see. */
export function relatedThreads(weighed: readonly Weighed[]): number[] {
  const best = new Map<number, number>()
  for (const { passage, coverage } of weighed) {
    if (passage.thread_id === null || passage.is_private || coverage < LEAST_RELATED) continue
    best.set(passage.thread_id, Math.max(best.get(passage.thread_id) ?? 0, coverage))
  }
  return [...best]
    .sort(([a, one], [b, other]) => other - one || b - a)
    .slice(0, RELATED_THREADS)
    .map(([thread]) => thread)
}

/** Members whose replies were read, by their number. Anonymous authors have no id; the asker knows themselves. */
export function peopleOf(weighed: readonly Weighed[], askerId: number): { userId: number; messages: number }[] {
  const counts = new Map<number, { messages: number; coverage: number }>()
  for (const { passage, coverage } of weighed) {
    const { author_id, kind, is_question } = passage
    if (author_id === null || author_id === askerId || kind !== 'message' || is_question || coverage < LEAST_RELATED)
      continue
    const known = counts.get(author_id) ?? { messages: 0, coverage: 0 }
    counts.set(author_id, { messages: known.messages + 1, coverage: known.coverage + coverage })
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other.messages - one.messages || other.coverage - one.coverage || a - b)
    .slice(0, PEOPLE_LIMIT)
    .map(([userId, { messages }]) => ({ userId, messages }))
}
