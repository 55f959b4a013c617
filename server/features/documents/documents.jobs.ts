import type { Blobs } from '#server/platform/blobs.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { UPLOAD_WAITS_HOURS } from '#shared/uploads.ts'
import { deleteOldChecks, deleteOldPictures } from './documents.sql.ts'

export const documentJobs = (blobs: Blobs) => ({
  /** Reports about files that were never submitted, and stamped copies of past hours. */
  'documents:sweep': async ({ pool }: JobTools): Promise<void> => {
    await pool.query(deleteOldChecks({ hours: UPLOAD_WAITS_HOURS }))
    const { rows } = await pool.query<{ storage_key: string }>(deleteOldPictures())
    for (const { storage_key } of rows) await blobs.remove(storage_key)
  },
})
