/** Adds an upload of a member to the library. What it belongs to is written in the same transaction. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { insertFile } from './materials.sql.ts'

export interface NewFile {
  name: string
  file_type: string
  size: number
  storage_key: string
  preview_key: string | null
}

/** Stores the row of a file whose bytes are stored, and has it read after the commit. Resolves to its id. */
export async function addStoredFile(tx: Transaction, file: NewFile): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    insertFile({
      name: file.name,
      fileType: file.file_type,
      size: file.size,
      storageKey: file.storage_key,
      previewKey: file.preview_key,
    }),
  )
  await tx.enqueue('materials:read', {}, { key: 'materials:read' })
  return rows[0]!.id
}

interface Upload {
  userId: number
  upload: UploadedFile
  field: string
  /** Instead of the name that it had on the member's device. */
  name?: string
}

/** Claims the member's own upload; refuses with a sentence if it has expired. */
export async function addUploadedFile(tx: Transaction, { userId, upload, field, name }: Upload): Promise<number> {
  const [file] = await claimUploads(tx, userId, [upload], field)
  return addStoredFile(tx, { ...file!, ...(name && { name }) })
}
