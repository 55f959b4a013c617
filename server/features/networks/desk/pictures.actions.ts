import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { claimUploads, findUploads, type StoredFile } from '#server/platform/uploads/claim-uploads.ts'
import { resizeWithin } from '#server/platform/uploads/pictures.ts'
import { FAVICON_PIXELS, LOGO_HEIGHT, LOGO_WIDTH, NETWORK_PICTURES, type PictureKind } from '#shared/network-fields.ts'
import type { ThemeName } from '#shared/networks.ts'
import { deletePicture, insertPicture, lockNetwork, showPicture } from './desk.sql.ts'
import { requireLegibleLogo } from './legible-logo.ts'
import type { Desk } from './networks.actions.ts'

interface Args {
  id: number
  kind: PictureKind
  attachment_key?: string | null
}

const FIELD = 'attachment_key'
const SIZES = {
  logo: { width: LOGO_WIDTH, height: LOGO_HEIGHT },
  favicon: { width: FAVICON_PIXELS, height: FAVICON_PIXELS },
}
const refuse = (message: string) => problem('networks.picture', { message, field: FIELD })

/** Sets the logo or favicon of a network from an upload, or removes it. Resolves to the network's id. */
export async function saveNetworkPicture(desk: Desk, { viewer, args }: Call<Args>): Promise<number> {
  const { id, kind } = args
  requirePermission(viewer, 'networks', { networks: [id] })
  const asked = args.attachment_key ? [{ key: args.attachment_key, name: 'The image', file_type: '', size: 0 }] : []
  const [file] = await findUploads(desk.pool, viewer.id, asked, FIELD)
  // Before the transaction: re-encoding may wait in a queue longer than the transaction timeout.
  const storageKey = file && (await draw(desk, file, kind))
  let unneeded = storageKey ? [storageKey] : []
  try {
    unneeded = await transaction(desk.pool, desk.bus, async (tx) => {
      const { rows } = await tx.query<{ row: { display_name: string; theme: ThemeName } }>(lockNetwork({ id }))
      if (!rows[0]) throw hiddenFromMembers('id')
      const { display_name: itemName, theme } = rows[0].row
      if (storageKey && kind === 'logo') await requireLegibleLogo(await desk.blobs.open(storageKey), theme, FIELD)
      const before = await tx.query<{ storage_key: string }>(deletePicture({ id, kind }))
      const key = randomBytes(16).toString('base64url')
      if (storageKey) {
        await claimUploads(tx, viewer.id, asked, FIELD)
        await tx.query(insertPicture({ id, kind, key, storageKey }))
      }
      await tx.query(showPicture[kind]({ id, address: storageKey ? `${NETWORK_PICTURES}/${key}` : null }))
      const act = storageKey ? `network.${kind}_changed` : `network.${kind}_removed`
      await recordStaffAction(tx, viewer.id, { act: act as `network.${string}`, itemId: id, itemName })
      const uploaded = file ? [file.storage_key, ...(file.preview_key ? [file.preview_key] : [])] : []
      return [...uploaded, ...before.rows.map(({ storage_key }) => storage_key)]
    })
  } finally {
    for (const place of unneeded) await desk.blobs.remove(place)
  }
  desk.forget()
  return id
}

/** Re-encodes the upload in the size in which it is shown; resolves to its storage key. */
async function draw({ blobs }: Desk, file: StoredFile, kind: PictureKind): Promise<string> {
  const { width, height, preview_key } = file
  if (!preview_key || !width || !height)
    throw refuse('This file isn’t an image. Choose a PNG, JPEG, GIF, or WebP file.')
  if (kind === 'favicon' && (width !== height || width < FAVICON_PIXELS))
    throw refuse(
      `The image is ${width} × ${height} pixels. Use a square image of at least ${FAVICON_PIXELS} × ${FAVICON_PIXELS} pixels.`,
    )
  const target = await blobs.unfinished()
  try {
    await resizeWithin(await buffer(await blobs.open(file.storage_key)), SIZES[kind], target)
    return await blobs.adopt(target)
  } finally {
    await rm(target, { force: true })
  }
}
