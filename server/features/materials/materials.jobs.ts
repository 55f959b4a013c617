/** Reads the text and the first page of new files, one after the other, outside requests. */
import type pg from 'pg'
import { buffer } from 'node:stream/consumers'
import { openFileTools, type FileTools } from '#server/platform/files/file-tools.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { keepReadFile, takeUnreadFile } from './materials.sql.ts'

/** Then the job ends, so that other jobs can run; the next one continues. */
const FOR_MS = 40_000
/** After this many unfinished attempts, the file is assumed to crash the server. */
const ATTEMPTS = 3
const PREVIEW_WIDTH = 640

interface Taken {
  id: number
  file_type: string
  storage_key: string
  preview_key: string | null
  attempts: number
}

/** Reads the waiting files and returns their number. */
export async function readMaterialFiles(pool: pg.Pool, blobs: Blobs): Promise<number> {
  const tools = openFileTools()
  const until = performance.now() + FOR_MS
  let read = 0
  try {
    while (performance.now() < until) {
      const { rows } = await pool.query<Taken>(takeUnreadFile())
      if (!rows[0]) break
      const found = await readOne(rows[0], blobs, tools)
      await pool.query(keepReadFile({ id: rows[0].id, ...found, pages: JSON.stringify(found.pages) }))
      read += 1
    }
  } finally {
    await tools.close()
  }
  return read
}

async function readOne(file: Taken, blobs: Blobs, tools: FileTools) {
  const nothing = { pages: [], numOfPages: null, previewKey: null }
  if (file.attempts > ATTEMPTS) return { outcome: 'broken', ...nothing }
  const bytes = await blobs.open(file.storage_key).then(buffer, () => undefined)
  if (!bytes) return { outcome: 'broken', ...nothing }
  const { outcome, pages } = await tools.pages(new Uint8Array(bytes), file.file_type)
  // Pictures have their preview since the upload.
  const drawn = file.preview_key
    ? undefined
    : await tools.previews(new Uint8Array(bytes), file.file_type, { pages: 1, width: PREVIEW_WIDTH })
  const [first] = drawn?.images ?? []
  return {
    outcome,
    pages,
    numOfPages: drawn && drawn.pages > 0 ? drawn.pages : pages.length,
    previewKey: first ? await blobs.put(first) : null,
  }
}

export const materialJobs = ({ blobs }: Pick<AppContext, 'blobs'>) => ({
  'materials:read': async ({ pool }: JobTools): Promise<void> => {
    await readMaterialFiles(pool, blobs)
  },
})
