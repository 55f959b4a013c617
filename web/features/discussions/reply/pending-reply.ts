import type { UploadedFile } from '#shared/uploads.ts'
import type { ReplyVoteInput } from '#api/operations.ts'
import { createEmitter } from '#web/kit/store.ts'
import type { OutboxItem } from '#web/writing/outbox/channel.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'

export interface ReplyContent {
  thread_id: number
  message_replied_id: number | null
  is_private: boolean
  addressees: string[]
  html: string
  text: string
  mentions: number[]
  /** The remaining fields may be missing in items stored by an earlier version. */
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
  votes?: ReplyVoteInput[]
  /** In the viewer's own anonymous thread: the server delays publication. */
  is_anonymous?: boolean
}
export type PendingReplyItem = OutboxItem<ReplyContent>

/** Emitted when a reply's text is restored to its draft; `refusal` is the cause, if it was rejected. */
export const returnedReplies = createEmitter<{ item: PendingReplyItem; refusal: string | null }>()

/** Messages sent from this page, with the row key each had while pending. */
export const sentMessageKeys = new Map<number, string>()

/** Actions of the author on a pending reply. */
export type PendingReplyAction = 'retry' | 'edit' | 'discard' | 'undo' | 'now'
