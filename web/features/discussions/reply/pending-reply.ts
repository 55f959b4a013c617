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
  /** The rest may be missing in what an earlier version has stored. */
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
  votes?: ReplyVoteInput[]
  /** In one's own anonymous thread: it waits on the server before it appears. */
  is_anonymous?: boolean
}
export type PendingReplyItem = OutboxItem<ReplyContent>

/** A reply whose text is back in its draft, and the refusal that is the cause, if one is. */
export const returnedReplies = createEmitter<{ item: PendingReplyItem; refusal: string | null }>()

/** The messages that this page has sent, with the key under which each was shown before it arrived. */
export const sentMessageKeys = new Map<number, string>()

/** What its writer can do with a pending reply. */
export type PendingReplyAction = 'retry' | 'edit' | 'discard' | 'undo' | 'now'
