/** Deletes uploads that no post has claimed, leftovers of interrupted uploads, and files by their storage keys. */
import type { Blobs } from '#server/platform/blobs.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { UPLOAD_WAITS_HOURS } from '#shared/uploads.ts'
import { openResumableStore } from './resumable.routes.ts'
import { deleteOld } from './uploads.sql.ts'

interface Old {
  storage_key: string | null
  preview_key: string | null
}

export const uploadJobs = (blobs: Blobs, resumableFolder: string) => ({
  'uploads:sweep': async ({ pool }: JobTools): Promise<void> => {
    const { rows } = await pool.query<Old>(deleteOld({ hours: UPLOAD_WAITS_HOURS }))
    for (const key of rows.flatMap(({ storage_key, preview_key }) => [storage_key, preview_key]))
      if (key !== null) await blobs.remove(key)
    await blobs.sweepUnfinished()
    await openResumableStore(resumableFolder).deleteExpired()
  },
  'uploads:remove': async (_tools: JobTools, { keys }: { keys: string[] }): Promise<void> => {
    for (const key of keys) await blobs.remove(key)
  },
})
