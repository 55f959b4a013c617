/**
 * Answers with sentences that members wrote: the same question and the same passages have the same answer, nothing is
 * worded anew, and nothing leaves the server. Decision 0112 says why, and how well it does.
 */
import type { RunOperation } from '#server/platform/http/graphql.ts'
import { Problem } from '#server/platform/problems.ts'
import { PASSAGES_LIMIT } from '#shared/assistant.ts'
import { answering } from './abstaining.ts'
import type { Answer, AnswerStep, FindPassages, Passage, Question } from './answer.ts'
import { candidatesOf, choose, inParagraphs } from './choosing.ts'
import { askedBy, searchesFor, type Asked } from './question.ts'
import { peopleOf, readOf, relatedThreads } from './surroundings.ts'
import { stemsIn } from './words.ts'
import { weigh, type Weighed, type Weights } from './weighing.ts'

/** A search that took too long is tried once more: it finds in memory what the first has read. */
export const findPassages =
  (run: RunOperation): FindPassages =>
  async (viewer, search, sources) => {
    const find = () => run(viewer, 'FindPassages', { search, sources, limit: PASSAGES_LIMIT })
    const found = await find().catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'search.too_slow') return find()
      throw error
    })
    return (JSON.parse(found) as { passages: Passage[] }).passages
  }

interface Read {
  weighed: Weighed[]
  weights: Weights
  answering: Weighed[]
}

const keyOf = ({ kind, entity_id, page, seconds, text }: Passage) =>
  JSON.stringify([kind, entity_id, page, seconds, text])

/** A profile is used only if the question asks for a person or names this one. */
const isAskedFor = ({ kind, title }: Passage, { wantsPerson, terms }: Asked) =>
  kind !== 'member' || wantsPerson || [...stemsIn(title)].every((stem) => terms.some((term) => term.stem === stem))

/** Searches with other words only if the members' own words have found no answer. */
async function read(
  find: FindPassages,
  { viewer, sources }: Question,
  asked: Asked,
  signal: AbortSignal,
): Promise<Read> {
  const found = new Map<string, Passage>()
  const searched = asked.mentionsPerson ? sources : sources.filter((source) => source !== 'members')
  let result: Read = { ...weigh([], asked), answering: [] }
  for (const search of searchesFor(asked)) {
    if (signal.aborted || result.answering.length > 0) break
    for (const passage of await find(viewer, search, searched))
      if (isAskedFor(passage, asked)) found.set(keyOf(passage), passage)
    const weighing = weigh([...found.values()], asked)
    result = { ...weighing, answering: answering(weighing.weighed, asked) }
  }
  return result
}

/** For models that word their answers: what was read, the best first. */
export const readPassages =
  (find: FindPassages) =>
  async (question: Question, signal: AbortSignal): Promise<Passage[]> =>
    (await read(find, question, askedBy(question), signal)).weighed.map(({ passage }) => passage)

export const makeAnswer = (find: FindPassages): Answer =>
  async function* (question, signal): AsyncGenerator<AnswerStep> {
    const asked = askedBy(question)
    const { weighed, weights, answering: usable } = await read(find, question, asked, signal)
    if (signal.aborted) return
    yield { step: 'read', ...readOf(weighed.map(({ passage }) => passage)) }
    const chosen = usable.length > 0 ? inParagraphs(choose(candidatesOf(usable, asked, weights))) : []
    for (const { paragraph, candidate } of chosen) {
      if (signal.aborted) return
      const { passage, sentence } = candidate
      yield { step: 'sentence', sentence: { paragraph, content: sentence, quotes: [{ passage, quote: sentence }] } }
    }
    yield {
      step: 'end',
      numLeftOut: 0,
      isAbstained: chosen.length === 0,
      relatedThreads: relatedThreads(weighed),
      people: peopleOf(weighed, question.viewer.id),
      tokensIn: 0,
      tokensOut: 0,
    }
  }
