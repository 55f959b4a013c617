/**
 * Answers worded by a model, of which only sentences are shown that members' words support. If the model is away, slow,
 * endless, refused or says nothing that is supported, the members' own sentences answer instead.
 */
import { log } from '#server/platform/log/log.ts'
import type { Answer, AnswerSentence, AnswerStep, Passage, Question, Quote } from '../answers/answer.ts'
import { isSupported } from '../answers/checking.ts'
import type { Breaker } from './breaker.ts'
import type { Generate, Generation } from './language-model.ts'
import { linesOf, readLine, type Written } from './lines.ts'
import { promptOf, type Prompt } from './prompt.ts'

const PATIENCE = { withinMs: 60_000, firstWithinMs: 20_000 }
const LETTERS_AT_MOST = 24_000

interface Tools {
  model: string
  generate: Generate
  breaker: Breaker
  /** Passages for the question, the best first. */
  read: (question: Question, signal: AbortSignal) => Promise<Passage[]>
  embedded: Answer
  /** False if the budget is used up. */
  mayAsk: (question: Question) => Promise<boolean>
  patience?: typeof PATIENCE
}

interface Outcome {
  sentences: number
  leftOut: number
  tokensIn: number
  tokensOut: number
  saidNone: boolean
  hasFailed: boolean
}

export const makeModelAnswer = (tools: Tools): Answer =>
  async function* (question, signal): AsyncGenerator<AnswerStep> {
    const outcome: Outcome = { sentences: 0, leftOut: 0, tokensIn: 0, tokensOut: 0, saidNone: false, hasFailed: false }
    const passages = await tools.read(question, signal)
    if (signal.aborted) return
    if (passages.length > 0 && tools.breaker.isClosed() && (await tools.mayAsk(question)))
      yield* worded(tools, { question, passages, signal, outcome })
    else outcome.hasFailed = passages.length > 0
    if (signal.aborted) return
    // The embedded answer also says what was read, and who could answer.
    const shows = outcome.sentences > 0 || outcome.saidNone
    for await (const step of tools.embedded(question, signal)) {
      if (step.step === 'sentence' && shows) continue
      yield step.step === 'end' ? withOutcome(step, outcome) : step
    }
  }

const withOutcome = (end: AnswerStep & { step: 'end' }, outcome: Outcome): AnswerStep => {
  const { sentences, leftOut, tokensIn, tokensOut, saidNone, hasFailed } = outcome
  const isWorded = sentences > 0
  return {
    ...end,
    tokensIn,
    tokensOut,
    isAbstained: isWorded ? false : saidNone || end.isAbstained,
    numLeftOut: isWorded ? leftOut : 0,
    isFallback: !isWorded && (hasFailed || leftOut > 0),
  }
}

interface Work {
  question: Question
  passages: readonly Passage[]
  signal: AbortSignal
  outcome: Outcome
}

async function* worded(tools: Tools, { question, passages, signal, outcome }: Work): AsyncGenerator<AnswerStep> {
  const { model, generate, breaker, patience: { withinMs, firstWithinMs } = PATIENCE } = tools
  const prompt = promptOf(question, passages)
  const patience = new AbortController()
  const tooSlow = setTimeout(() => patience.abort(), withinMs)
  const silent = setTimeout(() => patience.abort(), firstWithinMs)
  let generation: Generation | undefined
  try {
    const { system, user } = prompt
    generation = await generate({ model, system, user, signal: AbortSignal.any([signal, patience.signal]) })
    for await (const line of linesOf(generation.text, LETTERS_AT_MOST)) {
      clearTimeout(silent)
      const sentence = sentenceOf(readLine(line), prompt, outcome)
      if (sentence) yield { step: 'sentence', sentence }
      if (outcome.saidNone || signal.aborted) break
    }
    breaker.succeeded()
  } catch (error) {
    outcome.hasFailed = true
    if (!signal.aborted) {
      breaker.failed()
      // What is shown may not be all.
      if (outcome.sentences > 0) outcome.leftOut += 1
      log.warn({ error }, 'the model could not answer')
    }
  } finally {
    clearTimeout(tooSlow)
    clearTimeout(silent)
    patience.abort()
  }
  Object.assign(outcome, await usageOf(generation, prompt))
}

function sentenceOf(line: Written, { quotes }: Prompt, outcome: Outcome): AnswerSentence | undefined {
  if ('none' in line) {
    outcome.saidNone = outcome.sentences === 0
    return undefined
  }
  const cited = 'invalid' in line ? [] : line.cites.map((label) => quotes.get(label))
  if ('invalid' in line || !isComplete(cited) || !isSupported(line.text, cited)) {
    outcome.leftOut += 1
    return undefined
  }
  outcome.sentences += 1
  return { paragraph: line.p, content: line.text.trim(), quotes: cited }
}

const isComplete = (cited: readonly (Quote | undefined)[]): cited is Quote[] =>
  cited.length > 0 && cited.every((quote) => quote !== undefined)

/** Providers may say nothing, or never answer: then about four letters are one token. */
async function usageOf(generation: Generation | undefined, { system, user }: Prompt) {
  const estimate = { tokensIn: Math.ceil((system.length + user.length) / 4), tokensOut: 0 }
  if (!generation) return { tokensIn: 0, tokensOut: 0 }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 200).unref())
  const usage = await Promise.race([generation.usage().catch(() => undefined), late])
  return usage && usage.tokensIn > 0 && usage.tokensIn < estimate.tokensIn * 10 ? usage : estimate
}
