/** Files of a post: claimed in its transaction, so that a post and its files are saved together or not at all. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { insertAttachments } from './attachments.sql.ts'

/** Attaches the member's own uploads to a message, in the given order. */
export async function attachFiles(
  tx: Pick<Transaction, 'query'>,
  { userId, messageId, files }: { userId: number; messageId: number; files: readonly UploadedFile[] },
): Promise<void> {
  const taken = await claimUploads(tx, userId, files)
  if (taken.length > 0) await tx.query(insertAttachments({ messageId, files: JSON.stringify(taken) }))
}
