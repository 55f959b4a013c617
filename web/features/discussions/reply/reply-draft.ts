import type { UploadedFile } from '#shared/uploads.ts'
import { DRAFT_PREFIX, draftKeys } from '#web/writing/drafts/draft-store.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'

/** Contents of a composer before sending. */
export interface ReplyDraft {
  html: string
  text: string
  is_private: boolean
  /** Files that are already uploaded. */
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
}

export const replyDraftPrefix = (userId: number, threadId: number) => `${DRAFT_PREFIX}${userId}.${threadId}.`

export const replyDraftKey = (userId: number, threadId: number, repliedToId: number | null) =>
  `${replyDraftPrefix(userId, threadId)}${repliedToId ?? 'thread'}`

/** Ids of the thread's messages to which the member has drafted a reply. */
export function draftedReplies(userId: number, threadId: number): Set<number> {
  const prefix = replyDraftPrefix(userId, threadId)
  return new Set(
    draftKeys(prefix)
      .map((key) => Number(key.slice(prefix.length)))
      .filter((id) => id > 0),
  )
}

/** Composers set to "private", by draft key, until the reply is sent. An empty composer has no draft to remember it. */
export const privateComposers = new Set<string>()
