/**
 * Messages read by worker threads, in the order of the archive. A message that takes a reader down or keeps
 * it busy for too long is given up; those beside it are read again one by one.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { MboxEntry } from './mbox.ts'
import type { ReadResult, ReadTask } from './mail-worker.ts'

export interface ReadEntry {
  entry: MboxEntry
  result: ReadResult
}

const READERS = 4
// A message that needs more than this is given up, not the import.
const READER_MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
const CHUNK_MAILS = 50
const CHUNK_BYTES = 2 * 1024 * 1024
const CHUNKS_AHEAD = 8
const READ_WITHIN_MS = 60_000

export async function* readEntries(entries: AsyncIterable<MboxEntry>): AsyncGenerator<ReadEntry> {
  const readers = Array.from({ length: Math.min(READERS, availableParallelism()) }, () => new Reader())
  const ahead: Promise<ReadEntry[]>[] = []
  let turn = 0
  try {
    for await (const chunk of chunked(entries)) {
      const reading = readers[turn++ % readers.length]!.read(chunk)
      // Awaited in order below; until then a failure is not unhandled.
      reading.catch(() => {})
      ahead.push(reading)
      if (ahead.length >= CHUNKS_AHEAD) yield* await ahead.shift()!
    }
    for (const reading of ahead) yield* await reading
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
}

async function* chunked(entries: AsyncIterable<MboxEntry>): AsyncGenerator<MboxEntry[]> {
  let chunk: MboxEntry[] = []
  let bytes = 0
  for await (const entry of entries) {
    chunk.push(entry)
    bytes += entry.raw.length
    if (chunk.length < CHUNK_MAILS && bytes < CHUNK_BYTES) continue
    yield chunk
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield chunk
}

class Reader {
  #worker: Worker | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #lastId = 0

  /** One task at a time, so that a task that is given up never takes another with it. */
  read(chunk: readonly MboxEntry[]): Promise<ReadEntry[]> {
    const reading = this.#queue.then(() => this.#readChunk(chunk))
    this.#queue = reading.catch(() => {})
    return reading
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  async #readChunk(chunk: readonly MboxEntry[]): Promise<ReadEntry[]> {
    try {
      const results = await this.#ask(chunk)
      return chunk.map((entry, index) => ({ entry, result: results[index]! }))
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      if (chunk.length === 1) return [{ entry: chunk[0]!, result: { failure } }]
      const read: ReadEntry[] = []
      for (const entry of chunk) read.push(...(await this.#readChunk([entry])))
      return read
    }
  }

  #ask(chunk: readonly MboxEntry[]): Promise<ReadResult[]> {
    const worker = (this.#worker ??= new Worker(new URL('./mail-worker.ts', import.meta.url), {
      resourceLimits: READER_MEMORY,
    }))
    const id = ++this.#lastId
    return new Promise<ReadResult[]>((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', failed).off('exit', ended)
      }
      const giveUp = (message: string) => {
        done()
        this.#worker = null
        // Its last words do not matter any more.
        worker.on('error', () => {})
        void worker.terminate()
        reject(new Error(message))
      }
      const answered = (answer: { id: number; results: ReadResult[] }) => {
        if (answer.id !== id) return
        done()
        resolve(answer.results)
      }
      const failed = (error: Error) => giveUp(error.message)
      const ended = () => giveUp('The reader ended.')
      const timer = setTimeout(
        () => giveUp(`It could not be read within ${READ_WITHIN_MS / 1000} seconds.`),
        READ_WITHIN_MS,
      )
      worker.on('message', answered).on('error', failed).on('exit', ended)
      const task: ReadTask = { id, mails: chunk.map(({ raw, fromLine }) => ({ raw, fromLine })) }
      worker.postMessage(task)
    })
  }
}
