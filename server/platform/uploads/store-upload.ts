/** Stores a received file that was checked; pictures are drawn again, without what the camera wrote into them. */
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { cleanFileName } from '#shared/kit/file-names.ts'
import { FILE_TYPES, type UploadedFile } from '#shared/uploads.ts'
import { isPicture, reencode, reencodedExtension } from './pictures.ts'
import type { Kind } from './sniff.ts'
import { insertUpload } from './uploads.sql.ts'

interface Received {
  key: string
  /** As the member named it. */
  name: string
  kind: Kind
  userId: number
}

/** The caller removes what is left at `given`, `given.drawn` and `given.preview`. */
export async function storeUpload(
  given: string,
  { key, name, kind, userId }: Received,
  { pool, blobs }: { pool: pg.Pool; blobs: Blobs },
): Promise<UploadedFile> {
  const { extension: sniffed, file_type: sniffedType } = kind
  const [drawn, preview] = [`${given}.drawn`, `${given}.preview`]
  const picture = isPicture(sniffedType)
    ? await reencode(given, { extension: sniffed, name, drawn, preview })
    : undefined
  const extension = reencodedExtension(sniffed)
  const kept = picture ? drawn : given
  const upload: UploadedFile = {
    key,
    name: cleanFileName(name, extension),
    file_type: FILE_TYPES[extension] ?? sniffedType,
    size: (await stat(kept)).size,
  }
  const storageKey = await blobs.adopt(kept)
  const previewKey = picture ? await blobs.adopt(preview) : null
  try {
    await pool.query(
      insertUpload({
        key,
        userId,
        name: upload.name,
        fileType: upload.file_type,
        size: upload.size,
        storageKey,
        previewKey,
        width: picture?.width,
        height: picture?.height,
      }),
    )
  } catch (error) {
    for (const stored of [storageKey, previewKey]) if (stored !== null) await blobs.remove(stored)
    throw error
  }
  return upload
}
