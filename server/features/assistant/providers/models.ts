/** Which models this server offers, and how each answers. */
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Answer, Passage, Question } from '../answers/answer.ts'
import { makeBreaker } from './breaker.ts'
import { makeGenerate } from './language-model.ts'
import { makeModelAnswer } from './model-answer.ts'
import { keepOneModel, offerModels, selectTokensOfMonth } from './models.sql.ts'

type ModelConfig = Pick<
  Config,
  'ASSISTANT_PROVIDER' | 'ASSISTANT_URL' | 'ASSISTANT_KEY' | 'ASSISTANT_MODELS' | 'ASSISTANT_TOKENS_PER_MONTH'
>

interface OfferedModel {
  key: string
  /** As the provider names it. */
  model: string
  name: string
}

/** `gpt-5=GPT 5, gpt-5-mini`: names of the provider, each with the name that members see. */
function offeredModels({ ASSISTANT_PROVIDER: provider, ASSISTANT_MODELS: models }: ModelConfig): OfferedModel[] {
  if (provider === 'embedded') return []
  return (models ?? '')
    .split(',')
    .map((each) => each.split('=').map((part) => part.trim()))
    .filter(([model]) => model)
    .map(([model, name]) => ({ key: `${provider}:${model}`, model: model!, name: name || model! }))
}

/** Stores what is offered, so that every server and operation reads the same. */
export async function saveOfferedModels(pool: pg.Pool, config: ModelConfig): Promise<void> {
  const hostname = config.ASSISTANT_URL ? new URL(config.ASSISTANT_URL).hostname : ''
  const models = offeredModels(config).map(({ key, model, name }, at, all) => ({
    ...{ key, version: model, name },
    description: `Words the answer. Your question and what you may read about it are sent to ${hostname}.`,
    place: at - all.length,
  }))
  await pool.query(offerModels({ models: JSON.stringify(models) }))
  await pool.query(keepOneModel())
}

interface Tools {
  pool: pg.Pool
  config: ModelConfig
  read: (question: Question, signal: AbortSignal) => Promise<Passage[]>
  embedded: Answer
}

/** How the model with this key answers; one that is not offered anymore answers with members' own sentences. */
export function makeAnswers({ pool, config, read, embedded }: Tools): (key: string | null) => Answer {
  const { ASSISTANT_PROVIDER: provider, ASSISTANT_URL: url, ASSISTANT_KEY: key } = config
  if (provider === 'embedded' || url === undefined) return () => embedded
  const generate = makeGenerate({ provider, url, key })
  const answers = new Map<string, Answer>()
  for (const { key: modelKey, model } of offeredModels(config)) {
    const mayAsk = async ({ viewer }: Question) => {
      const { rows } = await pool.query<{ tokens: number }>(selectTokensOfMonth({ userId: viewer.id }))
      return rows[0]!.tokens < config.ASSISTANT_TOKENS_PER_MONTH
    }
    answers.set(modelKey, makeModelAnswer({ model, generate, breaker: makeBreaker(), read, embedded, mayAsk }))
  }
  return (modelKey) => answers.get(modelKey ?? '') ?? embedded
}
