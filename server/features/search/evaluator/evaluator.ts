/** The server's side of the search thread: starts it with the first search, and limits how many wait for it. */
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import { problem } from '#server/platform/problems.ts'
import type { Correction } from './corrections.ts'
import type { Answered, Asked, Misspelling } from './index-reader.ts'

const WAITING = 64
/** Then the database answers. */
const WITHIN_MS = 1_000
/** A thread that ended is not started again before this. */
const RESTART_MS = 10_000

/** To the thread: one of the two. */
export interface Asking {
  id: number
  question?: Asked
  misspelling?: Misspelling
}
interface Message {
  id?: number
  answer?: Answered | Correction[]
  error?: Error
  documents?: number
}

export class Evaluator {
  readonly #connection: pg.ClientConfig
  readonly #onDocuments: (documents: number) => void
  readonly #waiting = new Map<number, (answer: Message['answer']) => void>()
  #worker: Worker | undefined
  #endedAt = Number.NEGATIVE_INFINITY
  #lastId = 0

  /** `onDocuments` hears how many documents the thread holds. */
  constructor(connection: pg.ClientConfig, onDocuments: (documents: number) => void) {
    this.#connection = connection
    this.#onDocuments = onDocuments
  }

  /** Undefined if there is no index, if it is not ready, or if it took too long: then the database must answer. */
  ask(question: Asked): Promise<Answered | undefined> {
    return this.#send({ question }) as Promise<Answered | undefined>
  }

  correct(misspelling: Misspelling): Promise<Correction[] | undefined> {
    return this.#send({ misspelling }) as Promise<Correction[] | undefined>
  }

  #send(asked: Omit<Asking, 'id'>): Promise<Message['answer']> {
    if (this.#waiting.size >= WAITING) throw busy()
    const worker = (this.#worker ??= this.#start())
    if (!worker) return Promise.resolve(undefined)
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      const done = (answer: Message['answer']) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        resolve(answer)
      }
      const timer = setTimeout(() => done(undefined), WITHIN_MS)
      this.#waiting.set(id, done)
      worker.postMessage({ id, ...asked } satisfies Asking)
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#endedAt = Number.POSITIVE_INFINITY
    await worker?.terminate()
  }

  #start(): Worker | undefined {
    if (performance.now() - this.#endedAt < RESTART_MS) return undefined
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { workerData: this.#connection })
    worker.unref()
    worker.on('message', (message: Message) => {
      if (message.documents !== undefined) this.#onDocuments(message.documents)
      if (message.error) log.error({ error: message.error }, 'the search thread failed')
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message.answer)
    })
    worker.on('error', (error) => log.error({ error }, 'the search thread failed'))
    worker.on('exit', () => {
      this.#worker = undefined
      this.#endedAt = Math.max(this.#endedAt, performance.now())
      this.#onDocuments(0)
      for (const answer of this.#waiting.values()) answer(undefined)
    })
    return worker
  }
}

const busy = () =>
  problem('search.busy', {
    message: 'Many members are searching right now. Search again in a few seconds.',
    status: 503,
  })
