/** How many questions are answered, and how many are refused (ASK-embedded, ASK-abstains). The lists stand in tests/assistant. */
import { expect, it } from 'vitest'
import { answeredQuestions } from '../assistant/answered-questions.ts'
import { heldOutAnswered } from '../assistant/held-out-answered.ts'
import { alsoAnswer } from '../assistant/judged-sources.ts'
import { heldOutUnanswered } from '../assistant/held-out-unanswered.ts'
import { unansweredQuestions } from '../assistant/unanswered-questions.ts'
import { askAssistant, type AnswerMessage } from '../harness/assistant.ts'
import type { Client } from '../harness/client.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'

const LEAST_ANSWERED = 0.9
const LEAST_REFUSED = 0.95
/** Of the citations, those from what answers the question. */
const LEAST_PRECISE = 0.98
const QUESTIONS = 200
const testServer = await startTestServer()
await startIndex(testServer)
const clients = new Map<string, Client>()

async function ask(by: string, question: string): Promise<AnswerMessage> {
  if (!clients.has(by)) clients.set(by, await testServer.member(by))
  await testServer.sql('delete from ai_usage')
  return askAssistant(clients.get(by)!, question)
}

/** The share of all. Prints it beside that of those used for tuning, of the others, and of those written after the rules. */
function sharesOf(name: string, first: readonly boolean[], heldOut: readonly boolean[]): number {
  const share = (list: readonly boolean[]) => list.filter(Boolean).length / list.length
  const parts = {
    all: [...first, ...heldOut],
    'used for tuning': first.filter((_, at) => at % 2 === 0),
    others: first.filter((_, at) => at % 2 === 1),
    'written afterwards': heldOut,
  }
  const lines = Object.entries(parts).map(
    ([part, list]) => `${part} ${list.filter(Boolean).length} of ${list.length} (${(100 * share(list)).toFixed(1)} %)`,
  )
  console.info(`${name}: ${lines.join(', ')}`)
  return share(parts.all)
}

/** Prints what was missed, so that it can be read. */
async function isEachRight<Asked extends { question: string }>(
  list: readonly Asked[],
  isRight: (asked: Asked) => Promise<boolean>,
): Promise<boolean[]> {
  const results: boolean[] = []
  for (const asked of list) results.push(await isRight(asked))
  const missed = list.filter((_, at) => !results[at]).map(({ question }) => question)
  console.info(['missed:', ...missed].join('\n  '))
  return results
}

it('answers questions that members have answered, from where they did', { timeout: 300_000 }, async () => {
  expect(answeredQuestions.length + heldOutAnswered.length).toBeGreaterThanOrEqual(QUESTIONS)
  const isPrecise: boolean[] = []
  const isAnswered = async ({ by, question, from }: (typeof answeredQuestions)[number]) => {
    const { is_abstained, citations, sentences } = await ask(by, question)
    const quotes = new Set(citations.map(({ quote }) => quote))
    expect(
      sentences.every(({ content }) => quotes.has(content!)),
      question,
    ).toBe(true)
    const right = [from, ...alsoAnswer.flatMap(([asked, source]) => (asked === question ? [source] : []))]
    isPrecise.push(...citations.map(({ title }) => right.some((source) => title.startsWith(source))))
    return !is_abstained && citations.some(({ title }) => title.startsWith(from))
  }
  const [first, heldOut] = [
    await isEachRight(answeredQuestions, isAnswered),
    await isEachRight(heldOutAnswered, isAnswered),
  ]
  expect(sharesOf('answered', first, heldOut)).toBeGreaterThanOrEqual(LEAST_ANSWERED)
  const precision = isPrecise.filter(Boolean).length / isPrecise.length
  console.info(`citations: ${isPrecise.length}, precision ${precision.toFixed(4)}`)
  expect(precision).toBeGreaterThanOrEqual(LEAST_PRECISE)
})

it('refuses questions that nobody has answered', { timeout: 300_000 }, async () => {
  expect(unansweredQuestions.length + heldOutUnanswered.length).toBeGreaterThanOrEqual(QUESTIONS)
  const isRefused = async ({ by, question }: (typeof unansweredQuestions)[number]) =>
    (await ask(by, question)).is_abstained
  const [first, heldOut] = [
    await isEachRight(unansweredQuestions, isRefused),
    await isEachRight(heldOutUnanswered, isRefused),
  ]
  expect(sharesOf('refused', first, heldOut)).toBeGreaterThanOrEqual(LEAST_REFUSED)
})
