/** Staff add photos to an event, describe, order and remove them, all in one save. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import { EVENT_PHOTOS_LIMIT, PHOTO_CAPTION } from '#shared/events.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { refuse, requireText } from './event-checks.ts'
import { requireLocked } from './event-desk.actions.ts'
import { replacePhotos, selectPhotoIds } from './photos.sql.ts'

interface PhotosArgs {
  event_id: number
  photos: { id?: number | null; caption: string; file?: UploadedFile | null }[]
}

/** Photos stand in the order given; those that are not given are removed. Resolves to the event's id. */
export async function saveEventPhotos(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args: { event_id: eventId, photos } }: Call<PhotosArgs>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  if (photos.length > EVENT_PHOTOS_LIMIT)
    throw refuse('photos', `An event can have up to ${EVENT_PHOTOS_LIMIT} photos.`)
  for (const { id, file } of photos) {
    if (!id && !file) throw refuse('photos', 'Choose an image for each photo.')
    if (!id && !file!.file_type.startsWith('image/')) throw refuse('photos', 'Choose an image.')
  }
  const captions = photos.map(({ caption }) =>
    requireText(caption, { field: 'photos', name: 'what each photo shows', limit: PHOTO_CAPTION }),
  )
  return transaction(pool, bus, async (tx) => {
    const { title } = await requireLocked(tx, viewer, eventId, 'event_id')
    const { rows: known } = await tx.query<{ id: number }>(selectPhotoIds({ eventId }))
    if (photos.some(({ id }) => id && !known.some((photo) => photo.id === id))) throw hiddenFromMembers('photos')
    const rows = []
    for (const [place, { id, file }] of photos.entries())
      rows.push({ id: id ?? null, place, caption: captions[place], ...(!id && (await claimed(tx, viewer.id, file!))) })
    const { rows: unused } = await tx.query<{ storage_key: string }>(
      replacePhotos({ eventId, rows: JSON.stringify(rows) }),
    )
    if (unused.length > 0) await tx.enqueue('uploads:remove', { keys: unused.map(({ storage_key }) => storage_key) })
    await recordStaffAction(tx, viewer.id, {
      act: 'event_photos.saved',
      itemId: eventId,
      itemName: title,
      before: { photos: known.length },
      after: { photos: photos.length },
    })
    return eventId
  })
}

/** Only images have a preview: the type that the client names is not trusted. */
async function claimed(tx: Transaction, userId: number, upload: UploadedFile) {
  const [file] = await claimUploads(tx, userId, [upload], 'photos')
  const { file_type, storage_key, preview_key } = file!
  if (preview_key === null) throw refuse('photos', 'Choose an image.')
  return { file_type, storage_key }
}
