/** Cleans uploads before an anonymous post takes them: the cleaned file replaces the stored one. */
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { isHiddenPart, type UploadedFile } from '#shared/uploads.ts'
import type { Cleaned, FileTools, Finding, Question } from '#server/platform/files/file-tools.ts'
import { FILE_MODE } from '#server/platform/private-files.ts'
import type { StoredFile } from './claim-uploads.ts'
import { replaceUpload } from './uploads.sql.ts'

/** Images are encoded anew when they are uploaded, and plain text is only its words. */
const needsCleaning = ({ file_type }: StoredFile) => !/^(image|text)\//.test(file_type)

export interface Uncleaned {
  name: string
  outcome: Exclude<Cleaned['outcome'], 'cleaned'> | 'has_hidden_parts' | 'names_somebody'
  findings: Finding[]
  hidden: Question[]
}

/**
 * `tokens`: the member's name first, then email and employer. Resolves to the first file that cannot be cleaned, or has
 * hidden parts that the member has not agreed to remove.
 */
export type CleanUploads = (
  files: readonly (StoredFile & Pick<UploadedFile, 'removes_hidden'>)[],
  tokens: string[],
) => Promise<Uncleaned | null>

export function uploadCleaner(pool: pg.Pool, blobs: Blobs, fileTools: FileTools): CleanUploads {
  return async (files, tokens) => {
    for (const file of files.filter(needsCleaning)) {
      const bytes = await bytesOf(await blobs.open(file.storage_key))
      const removesHidden = file.removes_hidden ?? false
      const {
        outcome,
        bytes: cleaned,
        findings,
        questions,
      } = await fileTools.clean(bytes, file.file_type, { tokens, removesHidden })
      const refused = { name: file.name, findings, hidden: questions.filter(isHiddenPart) }
      if (outcome !== 'cleaned') return { ...refused, outcome }
      if (refused.hidden.length > 0) return { ...refused, outcome: 'has_hidden_parts' }
      if (findings.length > 0) return { ...refused, outcome: 'names_somebody' }
      // A delayed post is cleaned again when it is due, which usually changes nothing.
      if (Buffer.compare(bytes, cleaned!) !== 0) await replace(pool, blobs, file, cleaned!)
    }
    return null
  }
}

async function replace(pool: pg.Pool, blobs: Blobs, file: StoredFile, cleaned: Uint8Array) {
  const unfinished = await blobs.unfinished()
  await writeFile(unfinished, cleaned, { flush: true, mode: FILE_MODE })
  const storageKey = await blobs.adopt(unfinished)
  const { rowCount } = await pool.query(
    replaceUpload({ key: file.key, oldStorageKey: file.storage_key, storageKey, size: cleaned.length }),
  )
  // If another request cleaned or took it meanwhile, its file stays.
  await blobs.remove(rowCount === 0 ? storageKey : file.storage_key)
}

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
