/** Worker threads for tasks that may hang, crash or use too much memory: terminated with the task, then replaced. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { Worker, parentPort, type TransferListItem } from 'node:worker_threads'

export interface ThreadLimits {
  withinMs: number
  heapMb: number
  /** Buffers are outside the heap, so `resourceLimits` does not cover them. */
  buffersMb?: number
}

const WATCH_MS = 50
const MB = 1 << 20

export class TooSlow extends Error {}
export class TooMuchMemory extends Error {}

/** Runs one task at a time, so that terminating one never ends another. */
export class WorkerThread<Task, Answer> {
  readonly #file: URL
  readonly #limits: ThreadLimits
  #worker: Worker | null = null

  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file
    this.#limits = limits
  }

  /** Resolves with the task's answer; rejects if the thread is terminated. */
  ask(task: Task, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    const { withinMs, heapMb, buffersMb } = this.#limits
    const worker = (this.#worker ??= new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    }))
    return new Promise<Answer>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        clearInterval(watch)
        worker.off('message', answered).off('error', giveUp).off('exit', ended)
      }
      const giveUp = (error: Error) => {
        done()
        this.#worker = null
        // Ignore errors from the terminated thread.
        worker.on('error', () => {})
        void worker.terminate()
        reject(
          (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooMuchMemory(error.message) : error,
        )
      }
      const answered = (answer: Answer) => {
        done()
        resolve(answer)
      }
      const ended = () => giveUp(new Error('The thread ended.'))
      const timer = setTimeout(() => giveUp(new TooSlow(`This took longer than ${withinMs / 1000} seconds.`)), withinMs)
      const weigh = async () => {
        const { external_memory } = await worker.getHeapStatistics()
        if (external_memory > buffersMb! * MB) giveUp(new TooMuchMemory(`It takes more than ${buffersMb} MB.`))
      }
      const watch = buffersMb === undefined ? undefined : setInterval(() => void weigh().catch(() => {}), WATCH_MS)
      worker.on('message', answered).on('error', giveUp).on('exit', ended)
      worker.postMessage(task, transfer)
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = null
  }
}

/** Called by a worker thread when it starts: lowers its priority below the serving threads. */
export function lowerThreadPriority(niceness: number): void {
  try {
    // Linux sets priorities per thread. Other systems have no such link, and the priority stays unchanged.
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {}
}

/** Called by a worker thread: answers each task with `work`. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  parentPort!.on('message', (task: Task) => void work(task).then((answer) => parentPort!.postMessage(answer)))
}
