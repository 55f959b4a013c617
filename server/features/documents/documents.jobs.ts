import type { Blobs } from '#server/platform/blobs.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { UPLOAD_WAITS_HOURS } from '#shared/uploads.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { published } from './documents.signals.ts'
import { deleteOldChecks, deleteOldPictures, selectOpened } from './documents.sql.ts'

export const documentJobs = (blobs: Blobs) => ({
  /** Reports about files that were never submitted, and stamped copies of past hours. */
  'documents:sweep': async ({ pool }: JobTools): Promise<void> => {
    await pool.query(deleteOldChecks({ hours: UPLOAD_WAITS_HOURS }))
    const { rows } = await pool.query<{ storage_key: string }>(deleteOldPictures())
    for (const { storage_key } of rows) await blobs.remove(storage_key)
  },
  /** Each member is told once, however often this runs. */
  'documents:open': async ({ pool, bus }: JobTools): Promise<void> => {
    await transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<{ id: number }>(selectOpened())
      for (const { id } of rows) tx.announce(published(id))
    })
  },
})
