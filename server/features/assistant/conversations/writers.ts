/**
 * Writes answers after their questions are stored: each sentence is saved and announced as it is found, so the page, a
 * second tab and a reload read the same rows. An answer ends in any case: complete, stopped or failed.
 */
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { FileTools } from '#server/platform/files/file-tools.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { CITATIONS_LIMIT, SENTENCES_LIMIT, type AISourceKey } from '#shared/assistant.ts'
import type { Answer, AnswerSentence, AnswerStep, Question, Quote } from '../answers/answer.ts'
import { written } from '../assistant.signals.ts'
import { readFiles, type AskedFile } from './files.ts'
import { completeAnswer, endAnswer, insertSentence, saveRead, selectAsked } from './conversations.sql.ts'

interface Begun {
  conversationId: number
  answerId: number
  sources: readonly AISourceKey[]
}

export interface Writers {
  /** Returns at once. */
  begin(viewer: Viewer, begun: Begun): void
  /** Ends the work on an answer of this server; an answer of another one ends with its next sentence. */
  stop(answerId: number): void
  close(): Promise<void>
}

export interface WriterTools {
  pool: pg.Pool
  bus: Bus
  blobs: Blobs
  fileTools: FileTools
  /** How a model answers, by its key. */
  answerOf: (modelKey: string | null) => Answer
}

interface Asked {
  text: string
  earlier: string[]
  files: AskedFile[]
  risk_tolerance: Question['preferences']['risk_tolerance']
  context: string
  model_key: string | null
}

export function makeWriters(tools: WriterTools): Writers {
  const running = new Map<number, { work: Promise<void>; abort: AbortController }>()
  return {
    begin(viewer, begun) {
      const abort = new AbortController()
      const work = write(tools, viewer, begun, abort.signal)
        .catch((error: unknown) => fail(tools, viewer, begun, error))
        .finally(() => running.delete(begun.answerId))
      running.set(begun.answerId, { work, abort })
    },
    stop: (answerId) => running.get(answerId)?.abort.abort(),
    async close() {
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

async function fail({ pool, bus }: WriterTools, viewer: Viewer, begun: Begun, error: unknown): Promise<void> {
  log.error({ error }, 'an answer could not be written')
  try {
    await transaction(pool, bus, async (tx) => {
      await tx.query(endAnswer({ id: begun.answerId, state: 'failed' }))
      tx.announce(written(viewer.id, begun.conversationId, begun.answerId))
    })
  } catch {
    // The job assistant:stop-abandoned ends it.
  }
}

async function write(tools: WriterTools, viewer: Viewer, begun: Begun, signal: AbortSignal): Promise<void> {
  const { pool, bus, answerOf } = tools
  const { conversationId, answerId } = begun
  const asked = await askedFor(tools, viewer, begun)
  if (!asked) return
  const numbers = new CitationNumbers()
  let sentences = 0
  for await (const step of answerOf(asked.modelKey)(asked.question, signal)) {
    const query = queryOf(answerId, step, { numbers, number: sentences + 1 })
    if (!query) continue
    const isSaved = await transaction(pool, bus, async (tx) => {
      const { rowCount } = await tx.query(query)
      if (rowCount && step.step !== 'read') tx.announce(written(viewer.id, conversationId, answerId))
      return rowCount
    })
    // Stopped, or deleted with its conversation.
    if (!isSaved || step.step === 'end') return
    if (step.step === 'sentence' && ++sentences >= SENTENCES_LIMIT) break
  }
  await transaction(pool, bus, async (tx) => {
    const state = signal.aborted ? 'stopped' : 'complete'
    const { rowCount } = await tx.query(endAnswer({ id: answerId, state }))
    if (rowCount) tx.announce(written(viewer.id, conversationId, answerId))
  })
}

interface AskedOf {
  question: Question
  modelKey: string | null
}

async function askedFor(tools: WriterTools, viewer: Viewer, begun: Begun): Promise<AskedOf | undefined> {
  const { rows } = await tools.pool.query<Asked>(selectAsked({ answerId: begun.answerId }))
  const asked = rows[0]
  if (!asked) return undefined
  const question: Question = {
    viewer,
    text: asked.text,
    earlier: asked.earlier.toReversed(),
    files: await readFiles(tools, asked.files),
    sources: begun.sources,
    preferences: { risk_tolerance: asked.risk_tolerance, context: asked.context },
  }
  return { question, modelKey: asked.model_key }
}

interface Place {
  numbers: CitationNumbers
  number: number
}

function queryOf(id: number, step: AnswerStep, { numbers, number }: Place) {
  if (step.step === 'read') return saveRead({ id, messages: step.messages, documents: step.documents })
  if (step.step === 'sentence') return sentenceQuery(id, step.sentence, { numbers, number })
  const people = step.people.map(({ userId, messages }, at) => ({
    user_id: userId,
    num_of_messages: messages,
    place: at + 1,
  }))
  return completeAnswer({
    id,
    numLeftOut: step.numLeftOut,
    isAbstained: step.isAbstained,
    isFallback: step.isFallback ?? false,
    tokensIn: step.tokensIn,
    tokensOut: step.tokensOut,
    threads: step.relatedThreads,
    people: JSON.stringify(people),
  })
}

function sentenceQuery(id: number, sentence: AnswerSentence, { numbers, number }: Place) {
  const cited = sentence.quotes.map((quote) => numbers.of(quote))
  if (cited.some((each) => each.number > CITATIONS_LIMIT)) return undefined
  const fresh = cited.filter(({ isNew }) => isNew)
  return insertSentence({
    id,
    number,
    paragraph: sentence.paragraph,
    content: sentence.content,
    numbers: [...new Set(cited.map((each) => each.number))],
    citations: JSON.stringify(fresh.map((each) => each.row)),
  })
}

/** Numbers the citations of one answer: the same words of the same place have the same number. */
class CitationNumbers {
  readonly #known = new Map<string, number>()

  of({ passage, quote }: Quote) {
    const { kind, entity_id, page, seconds, is_private } = passage
    const key = JSON.stringify([kind, entity_id, page, seconds, quote])
    const known = this.#known.get(key)
    const number = known ?? this.#known.size + 1
    this.#known.set(key, number)
    return { number, isNew: known === undefined, row: { number, kind, entity_id, page, seconds, quote, is_private } }
  }
}
