import { describe, expect, it } from 'vitest'
import type { AnswerStep, Passage, Question } from '../answers/answer.ts'
import { makeBreaker } from './breaker.ts'
import type { Generate } from './language-model.ts'
import { makeModelAnswer } from './model-answer.ts'

const passage: Passage = {
  ...{ kind: 'message', entity_id: 1, thread_id: 2, title: 'Permits', text: 'We keep permits for ten years.' },
  ...{ page: null, seconds: null, author_id: 3, published_at: null, is_question: false, is_private: false },
}
const question: Question = {
  viewer: { id: 1, networks: [], channels: [], is_staff: false, grants: [] },
  ...{ text: 'How long are permits kept?', earlier: [], files: [], sources: ['discussions'] },
  preferences: { risk_tolerance: null, context: '' },
}
async function* embedded(): AsyncGenerator<AnswerStep> {
  yield {
    step: 'sentence',
    sentence: { paragraph: 1, content: passage.text, quotes: [{ passage, quote: passage.text }] },
  }
  yield { step: 'end', numLeftOut: 0, isAbstained: false, relatedThreads: [], people: [], tokensIn: 0, tokensOut: 0 }
}
const hanging: Generate = async ({ signal }) => ({
  text: (async function* () {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    yield ''
  })(),
  usage: () => new Promise(() => {}),
})
const PATIENCE = { withinMs: 100, firstWithinMs: 20 }

async function run(generate: Generate, breaker = makeBreaker(), signal = new AbortController().signal) {
  const tools = { model: 'm', generate, breaker, embedded, patience: PATIENCE }
  const answer = makeModelAnswer({ ...tools, read: async () => [passage], mayAsk: async () => true })
  const steps: AnswerStep[] = []
  for await (const step of answer(question, signal)) steps.push(step)
  return steps
}

describe('a model', () => {
  it('that says nothing is not waited for, and members’ own sentences answer', async () => {
    const steps = await run(hanging)
    expect(steps.map(({ step }) => step)).toEqual(['sentence', 'end'])
    expect(steps.at(-1)).toMatchObject({ isFallback: true, isAbstained: false })
  })

  it('that is stopped by the member leaves nothing behind', async () => {
    const stop = new AbortController()
    const steps = run(hanging, makeBreaker(), stop.signal)
    stop.abort()
    expect(await steps).toEqual([])
  })

  it('that fails three times in a row rests for a minute', async () => {
    let [asked, now] = [0, 0]
    const failing: Generate = () => {
      asked += 1
      return Promise.reject(new Error('away'))
    }
    const breaker = makeBreaker(() => now)
    for (let time = 0; time < 5; time++) await run(failing, breaker)
    expect(asked).toBe(3)
    now = 60_000
    expect((await run(failing, breaker)).at(-1)).toMatchObject({ isFallback: true })
    expect(asked).toBe(4)
  })

  it('whose counts of tokens are absurd is counted by what was sent', async () => {
    const counted = async (tokensIn: number) => {
      const text = (async function* () {
        yield '{"none":true}'
      })()
      const end = (await run(async () => ({ text, usage: async () => ({ tokensIn, tokensOut: 1 }) }))).at(-1)
      return (end as { tokensIn: number }).tokensIn
    }
    expect(await counted(400)).toBe(400)
    const estimate = await counted(-5)
    expect(estimate).toBeGreaterThan(100)
    expect(await counted(9_999_999)).toBe(estimate)
  })
})
