/**
 * What a reader sees of a file: the stored bytes, or a copy stamped with their name, the day and the hour. A stamped
 * copy is made once for an hour and never sent to another reader; if it cannot be made, nothing is sent.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { storeBytes } from '#server/platform/uploads/store-bytes.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { PICTURE_WIDTH, PICTURES } from '#shared/documents.ts'
import { insertPicture, selectPicture, selectReader } from './documents.sql.ts'

export interface DocumentFile extends Record<string, unknown> {
  file_id: number
  name: string
  preview_key: string | null
  file_type: string
  storage_key: string
  num_of_pages: number | null
  outcome: string | null
  is_watermarked: boolean
}

const PDF = 'application/pdf'
/** The whole stamped file; pictures of pages begin at 1. */
const WHOLE = 0

const hourOf = (now: Date) => now.toISOString().slice(0, 13)
const markOf = (viewer: Session, hour: string) =>
  createHash('sha256').update(`${viewer.id} ${hour}`).digest('base64url').slice(0, 22)

/** Two requests for the same picture wait for one drawing. */
const drawing = new Map<string, Promise<unknown>>()
async function once<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = drawing.get(key) as Promise<T> | undefined
  if (running) return running
  const started = work().finally(() => drawing.delete(key))
  drawing.set(key, started)
  return started
}

const stored = async ({ pool }: AppContext, fileId: number, mark: string, number: number) => {
  const { rows } = await pool.query<{ storage_key: string }>(selectPicture({ fileId, mark, number }))
  return rows[0]?.storage_key
}
const keep = async ({ pool, blobs }: AppContext, fileId: number, mark: string, images: [number, Uint8Array][]) => {
  for (const [number, bytes] of images)
    await pool.query(insertPicture({ fileId, mark, number, storageKey: await storeBytes(blobs, bytes) }))
}
const bytesOf = async ({ blobs }: AppContext, key: string) => new Uint8Array(await blobs.open(key).then(buffer))
/** The key of the bytes that this reader gets. */
export async function markedKey(context: AppContext, viewer: Session, file: DocumentFile): Promise<string> {
  if (!file.is_watermarked) return file.storage_key
  const hour = hourOf(new Date())
  const mark = markOf(viewer, hour)
  const found = await stored(context, file.file_id, mark, WHOLE)
  if (found) return found
  return once(`${file.file_id} ${mark}`, async () => {
    const { rows } = await context.pool.query<{ name: string; at: string }>(
      selectReader({ userId: viewer.id, hour: `${hour}:00:00Z` }),
    )
    const { name, at } = rows[0]!
    const bytes = await bytesOf(context, file.storage_key)
    const marked = await context.fileTools.watermark(bytes, file.file_type, `${name}, ${at}`)
    if (!marked.bytes)
      throw problem('documents.not_marked', {
        message: 'Your name could not be printed on this file, so it can’t be opened. Contact support.',
      })
    await keep(context, file.file_id, mark, [[WHOLE, marked.bytes]])
    return (await stored(context, file.file_id, mark, WHOLE))!
  })
}

/** The key of a page as a picture, drawn from the bytes that this reader gets; undefined if it cannot be drawn. */
export async function pictureKey(
  context: AppContext,
  viewer: Session,
  file: DocumentFile,
  page: number,
): Promise<string | undefined> {
  if (file.file_type !== PDF || page > Math.min(file.num_of_pages ?? 0, PICTURES)) return undefined
  const mark = file.is_watermarked ? markOf(viewer, hourOf(new Date())) : ''
  const found = await stored(context, file.file_id, mark, page)
  if (found) return found
  await once(`${file.file_id} ${mark} pages`, async () => {
    const bytes = await bytesOf(context, await markedKey(context, viewer, file))
    const { images } = await context.fileTools.previews(bytes, PDF, { pages: PICTURES, width: PICTURE_WIDTH })
    await keep(
      context,
      file.file_id,
      mark,
      images.map((image, index) => [index + 1, image]),
    )
  })
  return stored(context, file.file_id, mark, page)
}
