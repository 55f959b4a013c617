import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { resizePortrait } from '#server/platform/uploads/pictures.ts'
import { findUploads, claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import { PICTURES } from '#shared/settings.ts'
import { dropPicture, keepPicture } from './picture.sql.ts'

interface Places {
  picture_key: string
  thumbnail_key: string
}

/** Sets the member's picture from an upload, re-encoded in two sizes. Resolves to the member's id. */
export async function updateProfilePicture(
  pool: pg.Pool,
  bus: Bus,
  blobs: Blobs,
  { viewer, args }: Call<{ attachment_key: string }>,
): Promise<number> {
  const asked = [{ key: args.attachment_key, name: 'The photo', file_type: '', size: 0 }]
  const [file] = await findUploads(pool, viewer.id, asked, 'attachment_key')
  if (!file!.preview_key)
    throw problem('people.no_picture', {
      message: 'This file isn’t an image. Choose a PNG, JPEG, GIF, or WebP file.',
      field: 'attachment_key',
    })
  // Before the transaction: re-encoding may wait in a queue longer than the transaction timeout.
  const drawn = await drawPortrait(blobs, await buffer(await blobs.open(file!.storage_key)))
  const key = randomBytes(16).toString('base64url')
  let unneeded = placesOf([drawn])
  try {
    unneeded = await transaction(pool, bus, async (tx) => {
      await claimUploads(tx, viewer.id, asked, 'attachment_key')
      const { rows } = await tx.query<Places>(
        keepPicture({
          userId: viewer.id,
          storageKey: key,
          pictureKey: drawn.picture_key,
          thumbnailKey: drawn.thumbnail_key,
          profilePicUrl: `${PICTURES}/${key}`,
          profileThumbnailUrl: `${PICTURES}/${key}/small`,
        }),
      )
      return [file!.storage_key, file!.preview_key!, ...placesOf(rows)]
    })
  } finally {
    for (const place of unneeded) await blobs.remove(place)
  }
  return viewer.id
}

/** Removes the picture; initials are shown instead. Resolves to the member's id. */
export async function removeProfilePicture(pool: pg.Pool, blobs: Blobs, { viewer }: Call): Promise<number> {
  const { rows } = await pool.query<Places>(dropPicture({ userId: viewer.id }))
  for (const key of placesOf(rows)) await blobs.remove(key)
  return viewer.id
}

const placesOf = (rows: readonly Places[]) =>
  rows.flatMap(({ picture_key, thumbnail_key }) => [picture_key, thumbnail_key])

/** Stores both sizes of a portrait. */
export async function drawPortrait(blobs: Blobs, bytes: Buffer): Promise<Places> {
  const [picture, thumbnail] = [await blobs.unfinished(), await blobs.unfinished()]
  try {
    await resizePortrait(bytes, { picture, thumbnail })
    return { picture_key: await blobs.adopt(picture), thumbnail_key: await blobs.adopt(thumbnail) }
  } finally {
    for (const path of [picture, thumbnail]) await rm(path, { force: true })
  }
}
