/** Adds a recording that staff uploaded, with its captions, chapters and poster. */
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { claimUploads, findUploads } from '#server/platform/uploads/claim-uploads.ts'
import { chaptersIn, cuesIn } from '#shared/captions.ts'
import { CHAPTERS, CUES } from '#shared/materials.ts'
import { VIDEO_TYPES, type UploadedFile } from '#shared/uploads.ts'
import { insertVideo } from './materials.sql.ts'

export interface NewVideo {
  userId: number
  file: UploadedFile
  poster: UploadedFile | null
  captions: string
  chapters: string
}

const refuse = (field: string, message: string) => problem('materials.video', { message, field })

/**
 * Reads the uploaded video; resolves to the function that adds it within a transaction and resolves to its id. Reading
 * comes before the transaction, because it takes time to find out how long the video is.
 */
export async function uploadedVideo(
  tools: { pool: pg.Pool; blobs: Blobs },
  video: NewVideo,
): Promise<(tx: Transaction) => Promise<number>> {
  const duration = await durationOf(tools, video)
  return (tx) => addVideo(tx, video, duration)
}

async function durationOf(
  { pool, blobs }: { pool: pg.Pool; blobs: Blobs },
  { userId, file }: Pick<NewVideo, 'userId' | 'file'>,
): Promise<number> {
  const [found] = await findUploads(pool, userId, [file], 'file')
  if (!Object.values(VIDEO_TYPES).includes(found!.file_type)) throw refuse('file', 'Choose an MP4 or WebM file.')
  // Loaded when staff add a video: the library is large, and nobody else needs it.
  const { CustomSource, Input, MP4, WEBM } = await import('mediabunny')
  const { storage_key: key, size } = found!
  const source = new CustomSource({
    getSize: () => size,
    read: async (start, end) => new Uint8Array(await buffer(await blobs.open(key, { start, end: end - 1 }))),
  })
  const input = new Input({ source, formats: [MP4, WEBM] })
  const duration = await input.computeDuration().catch(() => 0)
  if (!(duration >= 1)) throw refuse('file', 'This video can’t be read. Save it as MP4 or WebM and choose it again.')
  return Math.floor(duration)
}

async function addVideo(tx: Transaction, video: NewVideo, duration: number): Promise<number> {
  const cues = cuesIn(video.captions)
  const { chapters, wrong } = chaptersIn(video.chapters)
  if (video.captions.trim() !== '' && cues.length === 0)
    throw refuse('captions', 'No captions were found. Use a WebVTT file, with a time before each line.')
  if (cues.length > CUES) throw refuse('captions', `There are ${cues.length} captions. The limit is ${CUES}.`)
  if (wrong !== undefined)
    throw refuse('chapters', `“${wrong}” isn’t a chapter. Write the time and a title: 8:00 Questions.`)
  if (chapters.length > CHAPTERS)
    throw refuse('chapters', `There are ${chapters.length} chapters. The limit is ${CHAPTERS}.`)
  const [file] = await claimUploads(tx, video.userId, [video.file], 'file')
  const [poster] = video.poster ? await claimUploads(tx, video.userId, [video.poster], 'poster') : []
  const { rows } = await tx.query<{ id: number }>(
    insertVideo({
      name: file!.name,
      fileType: file!.file_type,
      size: file!.size,
      storageKey: file!.storage_key,
      // The preview of a picture is WebP, as posters are sent.
      posterKey: poster?.preview_key ?? null,
      duration,
      addedBy: video.userId,
      cues: JSON.stringify(cues.map((cue, place) => ({ ...cue, place }))),
      chapters: JSON.stringify([...new Map(chapters.map((each) => [each.starts_at_ms, each])).values()]),
    }),
  )
  return rows[0]!.id
}
