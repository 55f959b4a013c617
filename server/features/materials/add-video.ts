/** Adds a recording that staff uploaded, with its captions, chapters and poster. */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import { chaptersIn, cuesIn } from '#shared/captions.ts'
import { CHAPTERS, CUES } from '#shared/materials.ts'
import { VIDEO_TYPES, type UploadedFile } from '#shared/uploads.ts'
import { insertVideo } from './materials.sql.ts'

export interface NewVideo {
  userId: number
  file: UploadedFile
  poster: UploadedFile | null
  /** In seconds. */
  duration: number
  captions: string
  chapters: string
}

/** Resolves to the id of the video. */
export async function addUploadedVideo(tx: Transaction, video: NewVideo): Promise<number> {
  const { duration } = video
  const cues = cuesIn(video.captions)
  const { chapters, wrong } = chaptersIn(video.chapters)
  const refuse = (field: string, message: string) => problem('materials.video', { message, field })
  if (duration < 1) throw refuse('file', 'The length of this video isn’t known. Choose another file.')
  if (video.captions.trim() !== '' && cues.length === 0)
    throw refuse('captions', 'No captions were found. Use a WebVTT file, with a time before each line.')
  if (cues.length > CUES) throw refuse('captions', `There are ${cues.length} captions. The limit is ${CUES}.`)
  if (wrong !== undefined) throw refuse('chapters', `“${wrong}” isn’t a chapter. Write the time and a title: 8:00 Questions.`)
  if (chapters.length > CHAPTERS)
    throw refuse('chapters', `There are ${chapters.length} chapters. The limit is ${CHAPTERS}.`)
  const [file] = await claimUploads(tx, video.userId, [video.file], 'file')
  if (!Object.values(VIDEO_TYPES).includes(file!.file_type)) throw refuse('file', 'Choose an MP4 or WebM file.')
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
      cues: JSON.stringify(cues.map((cue, place) => ({ ...cue, place }))),
      chapters: JSON.stringify([...new Map(chapters.map((each) => [each.starts_at_ms, each])).values()]),
    }),
  )
  return rows[0]!.id
}
