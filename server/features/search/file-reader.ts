/**
 * Extracts the text of attachments, one after the other. Each is parsed in a worker thread that is discarded if the
 * file breaks it; the outcome is stored, so that a bad file is not retried forever and does not block others.
 */
import type pg from 'pg'
import { openIfStored, type Blobs } from '#server/platform/blobs.ts'
import { log } from '#server/platform/log/log.ts'
import { openFileTools, type FileTools } from '#server/platform/files/file-tools.ts'
import { UNKNOWN } from '#server/platform/files/file-kinds.ts'
import { Problem } from '#server/platform/problems.ts'
import { UPLOAD_BYTES } from '#shared/uploads.ts'
import { indexedText, TEXT_LENGTH, type FileText } from './indexed-text.ts'
import { requeueFile, keepFileText, takeFile } from './search.sql.ts'

const LIMITS = { withinMs: 20_000, heapMb: 192, buffersMb: 256 }
/** Then the job ends, so that other jobs can run; the next minute's job continues. */
const FOR_MS = 40_000
/** After this many unfinished attempts, the file is assumed to crash the server. */
const ATTEMPTS = 3

type Outcome = FileText['outcome'] | 'too_large' | 'missing'
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
  const tools = openFileTools(limits)
  const until = performance.now() + FOR_MS
  let read = 0
  try {
    while (performance.now() < until) {
      const { rows } = await pool.query<Taken>(takeFile())
      if (!rows[0]) break
      const { attachment_id } = rows[0]
      const { outcome, content } = await extractText(rows[0], blobs, tools).catch(async (error: unknown) => {
        if (error instanceof Problem && error.code === 'files.away')
          await pool.query(requeueFile({ attachmentId: attachment_id }))
        throw error
      })
      if (outcome !== 'read') log.info({ attachment: rows[0].attachment_id, outcome }, 'file without words')
      await pool.query(keepFileText({ attachmentId: rows[0].attachment_id, outcome, content }))
      read += 1
    }
  } finally {
    await tools.close()
  }
  return read
}

async function extractText(file: Taken, blobs: Blobs, tools: FileTools): Promise<Kept> {
  if (file.attempts > ATTEMPTS) return { outcome: 'broken', content: '' }
  const bytes = await bytesOf(file.storage_key, blobs)
  if (typeof bytes === 'string') return { outcome: bytes, content: '' }
  // The bytes say what a file is: its sender may claim anything.
  return indexedText(await tools.pages(bytes, UNKNOWN, TEXT_LENGTH))
}

async function bytesOf(key: string, blobs: Blobs): Promise<Uint8Array | 'missing' | 'too_large'> {
  const stream = await openIfStored(blobs, key)
  if (!stream) return 'missing'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > UPLOAD_BYTES) return 'too_large'
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
