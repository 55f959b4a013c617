/** One worker thread that stays, for the emails that come. One that takes too much is given up, and the next is read. */
import { TooMuchMemory, TooSlow, WorkerThread } from '#server/platform/worker-threads.ts'
import type { InboundResult, InboundTask } from './inbound-worker.ts'

const LIMITS = { withinMs: 60_000, heapMb: 512, buffersMb: 400 }

export class InboundReader {
  readonly #thread = new WorkerThread<InboundTask, InboundResult>(
    new URL('./inbound-worker.ts', import.meta.url),
    LIMITS,
  )
  #queue: Promise<unknown> = Promise.resolve()

  /** Rejects if the thread ended for another reason, such as the end of the server: then it is read again. */
  read(task: InboundTask): Promise<InboundResult> {
    const reading = this.#queue.then(() => this.#ask(task))
    this.#queue = reading.catch(() => {})
    return reading
  }

  close = (): Promise<void> => this.#thread.close()

  async #ask(task: InboundTask): Promise<InboundResult> {
    try {
      return await this.#thread.ask(task)
    } catch (error) {
      if (error instanceof TooSlow || error instanceof TooMuchMemory) return { failure: error.message }
      throw error
    }
  }
}
