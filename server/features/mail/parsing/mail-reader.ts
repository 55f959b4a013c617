/**
 * Parses messages in worker threads and returns them in archive order. A message that crashes a worker or takes too
 * long is skipped; the other messages of its chunk are parsed again one by one.
 */
import { availableParallelism } from 'node:os'
import { WorkerThread } from '#server/platform/worker-threads.ts'
import type { MboxEntry } from './mbox.ts'
import type { ReadResult, ReadTask } from './mail-worker.ts'

export interface ReadEntry {
  entry: MboxEntry
  result: ReadResult
}

const READERS = 4
// A message that exceeds these limits is skipped; the import continues.
const READER = { withinMs: 60_000, heapMb: 384 }
const CHUNK_MAILS = 50
const CHUNK_BYTES = 2 * 1024 * 1024
const CHUNKS_AHEAD = 8

export async function* readEntries(entries: AsyncIterable<MboxEntry>): AsyncGenerator<ReadEntry> {
  const readers = Array.from({ length: Math.min(READERS, availableParallelism()) }, () => new Reader())
  const ahead: Promise<ReadEntry[]>[] = []
  let turn = 0
  try {
    for await (const chunk of chunked(entries)) {
      const reading = readers[turn++ % readers.length]!.read(chunk)
      // Awaited in order below; this avoids an unhandled rejection until then.
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
  readonly #thread = new WorkerThread<ReadTask, ReadResult[]>(new URL('./mail-worker.ts', import.meta.url), READER)
  #queue: Promise<unknown> = Promise.resolve()

  /** Runs one task at a time, so that aborting one task does not abort another. */
  read(chunk: readonly MboxEntry[]): Promise<ReadEntry[]> {
    const reading = this.#queue.then(() => this.#readChunk(chunk))
    this.#queue = reading.catch(() => {})
    return reading
  }

  close = (): Promise<void> => this.#thread.close()

  async #readChunk(chunk: readonly MboxEntry[]): Promise<ReadEntry[]> {
    try {
      const results = await this.#thread.ask(chunk.map(({ raw, fromLine }) => ({ raw, fromLine })))
      return chunk.map((entry, index) => ({ entry, result: results[index]! }))
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      if (chunk.length === 1) return [{ entry: chunk[0]!, result: { failure } }]
      const read: ReadEntry[] = []
      for (const entry of chunk) read.push(...(await this.#readChunk([entry])))
      return read
    }
  }
}
