/** How a post, a message or a profile picture claims the files uploaded for it. */
import type pg from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { FILES_PER_POST, fileGone, tooManyFiles, type UploadedFile } from '#shared/uploads.ts'
import { cleanFileName } from '#shared/kit/file-names.ts'
import { selectUnused, selectUnusedNamed, claimUnused } from './uploads.sql.ts'

/** A stored file. Its upload key is no longer valid. */
export interface StoredFile {
  key: string
  name: string
  file_type: string
  size: number
  storage_key: string
  preview_key: string | null
  width: number | null
  height: number | null
}

/** Removes duplicates; refuses more files than a post may have. */
export function requestedFiles(
  asked: readonly UploadedFile[] | null | undefined,
  field = 'attachments',
): UploadedFile[] {
  const files = [...new Map((asked ?? []).map((file) => [file.key, file])).values()]
  if (files.length > FILES_PER_POST) throw problem('uploads.too_many', { message: tooManyFiles(), field })
  return files
}

/**
 * Claims the member's own, unused files in this transaction; another member's file counts as missing. Only the keys of
 * `files` are used: name, type and size are those found during the upload.
 */
export const claimUploads = (
  tx: Pick<Transaction, 'query'>,
  userId: number,
  files: readonly UploadedFile[],
  field?: string,
): Promise<StoredFile[]> => unusedOf(tx, claimUnused, { userId, files, field })

/** The same without claiming them, for work that would keep a transaction open for long. */
export const findUploads = (
  pool: Pick<pg.Pool, 'query'>,
  userId: number,
  files: readonly UploadedFile[],
  field?: string,
): Promise<StoredFile[]> => unusedOf(pool, selectUnused, { userId, files, field })

/** A file that a table names: the newest of the member's own, unused uploads with this name. */
export async function requireUploadNamed(
  database: Pick<pg.ClientBase, 'query'>,
  userId: number,
  name: string,
): Promise<StoredFile> {
  const { rows } = await database.query<StoredFile>(selectUnusedNamed({ userId, name: cleanFileName(name) }))
  if (!rows[0])
    throw problem('uploads.not_named', {
      message:
        name === ''
          ? 'Enter the name of the file.'
          : `No uploaded file is named “${name.slice(0, 200)}.” Upload it first; each file is used once.`,
      field: 'file',
    })
  return rows[0]
}

async function unusedOf(
  database: Pick<pg.ClientBase, 'query'>,
  statement: typeof claimUnused,
  asked: { userId: number; files: readonly UploadedFile[]; field: string | undefined },
): Promise<StoredFile[]> {
  const { userId, files, field = 'attachments' } = asked
  if (files.length === 0) return []
  // Do not send invalid keys to the database, which raises an error for some characters.
  const keys = files.map(({ key }) => key).filter((key) => /^[\w-]{22}$/.test(key))
  const { rows } = await database.query<StoredFile>(statement({ userId, keys }))
  const missing = files.find(({ key }) => !rows.some((row) => row.key === key))
  if (missing) throw problem('uploads.gone', { message: fileGone(missing.name.slice(0, 200)), field })
  return rows
}
