/** Staff add a video that series can have as a part. */
import { uploadedVideo } from '#server/features/materials/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { UploadedFile } from '#shared/uploads.ts'

interface VideoArgs {
  file: UploadedFile
  poster?: UploadedFile | null
  captions?: string | null
  chapters?: string | null
}

/** Resolves to the id of the video. */
export async function addVideo(
  { pool, bus, blobs }: Pick<AppContext, 'pool' | 'bus' | 'blobs'>,
  { viewer, args }: Call<VideoArgs>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { file, poster = null, captions, chapters } = args
  const addRow = await uploadedVideo(
    { pool, blobs },
    { userId: viewer.id, file, poster, captions: captions ?? '', chapters: chapters ?? '' },
  )
  return transaction(pool, bus, async (tx) => {
    const id = await addRow(tx)
    await recordStaffAction(tx, viewer.id, { act: 'video.added', itemId: id, itemName: file.name.slice(0, 200) })
    return id
  })
}
