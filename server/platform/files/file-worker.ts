/** Works on files in a disposable worker thread. Libraries are loaded by the first task that needs them. */
import { answerTasks, lowerThreadPriority } from '#server/platform/worker-threads.ts'
import type { FilePage } from './file-types.ts'
import { kindOf } from './file-kinds.ts'
import { Unreadable } from './unreadable.ts'

/** Members who read come before documents. */
const NICENESS = 5

export type FileTask =
  | { task: 'pages'; bytes: Uint8Array; file_type: string; letters: number | undefined }
  | { task: 'clean'; bytes: Uint8Array; file_type: string; tokens: string[]; removesHidden: boolean | undefined }
  | { task: 'previews'; bytes: Uint8Array; file_type: string; pages: number; width: number }
  | { task: 'watermark'; bytes: Uint8Array; file_type: string; mark: string }
  | { task: 'redline'; before: FilePage[]; after: FilePage[] }

/** `isUnexpected`: a library failed in a way that may have damaged it. */
export type FileAnswer = { answer: unknown } | { outcome: Unreadable['outcome']; isUnexpected: boolean }

lowerThreadPriority(NICENESS)
answerTasks(async (task: FileTask): Promise<FileAnswer> => {
  try {
    return { answer: await done(task) }
  } catch (error) {
    const isExpected = error instanceof Unreadable
    return { outcome: isExpected ? error.outcome : 'broken', isUnexpected: !isExpected }
  }
})

async function done(task: FileTask): Promise<unknown> {
  if (task.task === 'redline') return (await import('./redline.ts')).redline(task.before, task.after)
  const { bytes, file_type } = task
  if (task.task === 'clean') return (await import('./clean-file.ts')).cleanFile(bytes, file_type, task.tokens, task)
  const kind = await kindOf(bytes, file_type)
  if (task.task === 'pages') return (await import('./read-pages.ts')).readPages(bytes, kind, task.letters)
  if (task.task === 'watermark') {
    if (kind === 'pdf')
      return {
        outcome: 'read',
        bytes: await (await import('./watermark/pdf-watermark.ts')).watermarkPdf(bytes, task.mark),
      }
    if (kind !== 'office') throw new Unreadable('unsupported')
    const { watermarkOffice } = await import('./watermark/office-watermark.ts')
    return { outcome: 'read', bytes: await watermarkOffice(bytes, task.mark) }
  }
  const { pdfPreviews, picturePreview } = await import('./pdf/previews.ts')
  if (kind === 'pdf') return pdfPreviews(bytes, task)
  if (kind === 'picture') return picturePreview(bytes, task)
  throw new Unreadable('unsupported')
}
