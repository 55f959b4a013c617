/** Threads for work that may hang, swell or break: it is given up together with its thread, and the next finds a new one. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { Worker, parentPort, type TransferListItem } from 'node:worker_threads'

export interface ThreadLimits {
  withinMs: number
  heapMb: number
  /** Buffers lie outside the heap, which no limit of the platform reaches. */
  buffersMb?: number
}

const WATCH_MS = 50
const MB = 1 << 20

export class TooSlow extends Error {}
export class TooMuchMemory extends Error {}

/** One task at a time, so that one that is given up never takes another with it. */
export class WorkerThread<Task, Answer> {
  readonly #file: URL
  readonly #limits: ThreadLimits
  #worker: Worker | null = null

  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file
    this.#limits = limits
  }

  /** The task's answer; rejects when the thread is given up. */
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
        // Its last words do not matter any more.
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

/** Of a thread of ours, said at its beginning: it gives way to those who serve. */
export function lowerThreadPriority(niceness: number): void {
  try {
    // Linux counts threads like processes; elsewhere there is no such link, and the thread stays as it is.
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {}
}

/** Of a thread of ours: answers each task. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  parentPort!.on('message', (task: Task) => void work(task).then((answer) => parentPort!.postMessage(answer)))
}
