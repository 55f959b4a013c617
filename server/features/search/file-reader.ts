/**
 * Extracts the text of attachments, one after the other. Each is parsed in a worker thread that is discarded if the
 * file breaks it; the outcome is stored, so that a bad file is not retried forever and does not block others.
 */
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { log } from '#server/platform/log/log.ts'
import { WorkerThread, TooMuchMemory, TooSlow } from '#server/platform/worker-threads.ts'
import { UPLOAD_BYTES } from '#shared/uploads.ts'
import type { FileText } from './file-text.ts'
import { keepFileText, takeFile } from './search.sql.ts'

const LIMITS = { withinMs: 20_000, heapMb: 192, buffersMb: 256 }
/** Then the job ends, so that other jobs can run; the next minute's job continues. */
const FOR_MS = 40_000
/** After this many unfinished attempts, the file is assumed to crash the server. */
const ATTEMPTS = 3

type Outcome = FileText['outcome'] | 'too_large' | 'too_slow' | 'missing'
interface Kept {
  outcome: Outcome
  content: string
}
interface Taken {
  attachment_id: number
  storage_key: string
  attempts: number
}

/** Processes pending files and returns their number. If another worker is already reading, there is nothing to take. */
export async function readFiles(pool: pg.Pool, blobs: Blobs, limits = LIMITS): Promise<number> {
  const thread = new WorkerThread<Uint8Array, FileText>(new URL('./file-worker.ts', import.meta.url), limits)
  const until = performance.now() + FOR_MS
  let read = 0
  try {
    while (performance.now() < until) {
      const { rows } = await pool.query<Taken>(takeFile())
      if (!rows[0]) break
      const { outcome, content } = await extractText(rows[0], blobs, thread)
      if (outcome !== 'read') log.info({ attachment: rows[0].attachment_id, outcome }, 'file without words')
      await pool.query(keepFileText({ attachmentId: rows[0].attachment_id, outcome, content }))
      read += 1
    }
  } finally {
    await thread.close()
  }
  return read
}

async function extractText(file: Taken, blobs: Blobs, thread: WorkerThread<Uint8Array, FileText>): Promise<Kept> {
  if (file.attempts > ATTEMPTS) return { outcome: 'broken', content: '' }
  const bytes = await bytesOf(file.storage_key, blobs)
  if (typeof bytes === 'string') return { outcome: bytes, content: '' }
  try {
    return await thread.ask(bytes, [bytes.buffer as ArrayBuffer])
  } catch (error) {
    const outcome =
      error instanceof TooSlow ? 'too_slow' : error instanceof TooMuchMemory ? 'unpacks_too_much' : 'broken'
    return { outcome, content: '' }
  }
}

async function bytesOf(key: string, blobs: Blobs): Promise<Uint8Array | 'missing' | 'too_large'> {
  let stream: Readable
  try {
    stream = await blobs.open(key)
  } catch {
    return 'missing'
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > UPLOAD_BYTES) return 'too_large'
    chunks.push(chunk)
  }
  // A separate buffer: memory of the shared Buffer pool cannot be transferred.
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
