/** A document that wants the reader's name on its pages is refused if that cannot be printed on them. */
import { buffer } from 'node:stream/consumers'
import type { AppContext } from '#server/platform/app-context.ts'
import { problem } from '#server/platform/problems.ts'
import { fileLabelOf } from '#shared/documents.ts'
import { selectVersionFiles } from './staff.sql.ts'

type Marking = Pick<AppContext, 'pool' | 'blobs' | 'fileTools'>

interface MarkedFile {
  name: string
  file_type: string
  storage_key: string
}

/** As long as the mark of most readers. */
const SAMPLE = 'Reader of this document, November 25, 2026, 10:14 AM'

export async function requireMarkable({ blobs, fileTools }: Marking, file: MarkedFile, field: string): Promise<void> {
  const bytes = await blobs.open(file.storage_key).then(buffer)
  const marked = await fileTools.watermark(new Uint8Array(bytes), file.file_type, SAMPLE)
  if (marked.bytes) return
  throw problem('documents.not_markable', {
    message: `The reader’s name can’t be printed on this file (${fileLabelOf(file.name)}). It can be printed on PDF, Word, Excel and PowerPoint files without a password.`,
    field,
  })
}

/** All versions, because readers may open older ones. */
export async function requireMarkableVersions(context: Marking, id: number, field: string): Promise<void> {
  const { rows } = await context.pool.query<MarkedFile>(selectVersionFiles({ id }))
  for (const file of rows) await requireMarkable(context, file, field)
}
