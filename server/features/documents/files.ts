/** The file of a submission: as it was uploaded, or cleaned of everything that says whose it is. */
import type pg from 'pg'
import { addStoredFile, addUploadedFile } from '#server/features/materials/index.ts'
import { namesViewer } from '#server/features/discussions/index.ts'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Cleaned } from '#server/platform/files/file-tools.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { storeBytes } from '#server/platform/uploads/store-bytes.ts'
import { claimUploads, findUploads, type StoredFile } from '#server/platform/uploads/claim-uploads.ts'
import { canBeDocument, documentFileName, filesOfDocuments, notCleaned } from '#shared/documents.ts'
import { hiddenParts, isHiddenPart, type UploadedFile } from '#shared/uploads.ts'
import { counted } from '#shared/kit/text.ts'
import { deleteUpload, selectIdentity } from './documents.sql.ts'

export interface FileTaker {
  /** Writes the file's row in the transaction of the submission. Resolves to its id. */
  take(tx: Transaction): Promise<number>
}

interface Asked {
  viewer: Viewer
  upload: UploadedFile
  title: string
  keepsFindings: boolean
}

export async function ownUpload(pool: pg.Pool, userId: number, upload: UploadedFile): Promise<StoredFile> {
  const [file] = await findUploads(pool, userId, [upload], 'file')
  if (!canBeDocument(file!.name)) throw problem('documents.file', { message: filesOfDocuments, field: 'file' })
  return file!
}

/** A file that is shared with its submitter's name: unchanged. */
export async function namedFile(pool: pg.Pool, { viewer, upload, title }: Asked): Promise<FileTaker> {
  const { name } = await ownUpload(pool, viewer.id, upload)
  return {
    take: (tx) =>
      addUploadedFile(tx, { userId: viewer.id, upload, field: 'file', name: documentFileName(title, name) }),
  }
}

/** What cleaning works with. */
export type Cleaning = Pick<AppContext, 'pool' | 'blobs' | 'fileTools'>

export async function cleanUpload(
  { pool, blobs, fileTools }: Cleaning,
  { viewer, file, removesHidden }: { viewer: Viewer; file: StoredFile; removesHidden: boolean },
): Promise<Cleaned> {
  const { rows } = await pool.query<{ tokens: string[] }>(selectIdentity({ userId: viewer.id }))
  const bytes = await blobs.open(file.storage_key).then(buffer)
  return fileTools.clean(new Uint8Array(bytes), file.file_type, { tokens: rows[0]!.tokens, removesHidden })
}

/**
 * A file that is shared without a name: its cleaned copy under a new key. The upload and its bytes are deleted. The
 * member must have seen what stays readable, and have agreed to remove what is hidden.
 */
export async function anonymousFile(cleaning: Cleaning, asked: Asked): Promise<FileTaker> {
  const { pool, blobs } = cleaning
  const { viewer, upload, title, keepsFindings } = asked
  const file = await ownUpload(pool, viewer.id, upload)
  const { outcome, bytes, findings, questions } = await cleanUpload(cleaning, {
    viewer,
    file,
    removesHidden: upload.removes_hidden ?? false,
  })
  if (!bytes || outcome !== 'cleaned')
    throw problem('documents.not_cleaned', { message: notCleaned(outcome), field: 'file' })
  const hidden = questions.filter(isHiddenPart)
  if (hidden.length > 0) throw problem('documents.hidden', { message: hiddenParts(file.name, hidden), field: 'file' })
  const open = findings.length + questions.length
  if (open > 0 && !keepsFindings)
    throw problem('documents.findings', {
      message: `Review what readers could see in this file (${counted(open, 'place')}), then confirm or upload a corrected file.`,
      field: 'file',
    })
  return {
    take: async (tx) => {
      const { rows } = await tx.query<{ storage_key: string; preview_key: string | null }>(
        deleteUpload({ userId: viewer.id, key: upload.key }),
      )
      // Claiming what is gone refuses with its sentence.
      if (!rows[0]) await claimUploads(tx, viewer.id, [upload], 'file')
      const keys = [rows[0]!.storage_key, rows[0]!.preview_key].filter((key) => key !== null)
      await tx.enqueue('uploads:remove', { keys })
      return addStoredFile(tx, {
        name: documentFileName(title, file.name),
        file_type: file.file_type,
        size: bytes.length,
        storage_key: await storeBytes(blobs, bytes),
        preview_key: null,
      })
    },
  }
}

/** Refuses words that say who writes; a document without a name is read by members who know each other. */
export async function requireUnnamed(
  pool: pg.Pool,
  viewer: Viewer,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  for (const [field, text] of Object.entries(texts))
    if (text && (await namesViewer(pool, viewer, text)))
      throw problem('documents.named', {
        message: `The ${field} contains your name, your email address or your company. Remove it, or share the document with your name.`,
        field,
      })
}
