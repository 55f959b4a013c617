/** The question that is being written, on this device. */
import type { UploadedFile } from '#shared/uploads.ts'
import { UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'

export interface QuestionDraft {
  text: string
  attachments: UploadedFile[]
}

export const EMPTY_QUESTION: QuestionDraft = { text: '', attachments: [] }
export const isEmptyQuestion = ({ text, attachments }: QuestionDraft) => text.trim() === '' && attachments.length === 0
export const cleanQuestion = (stored: Partial<QuestionDraft>): QuestionDraft => ({
  text: String(stored.text ?? ''),
  attachments: stored.attachments ?? [],
})
export const questionDraftKey = (userId: number, conversationId: number | undefined) =>
  `${UNSENT_PREFIX}question.${userId}.${conversationId ?? 'new'}`
