/** Restores the text of a reply that was cancelled, rejected, or whose parent was removed. */
import { discardDraft } from '#web/writing/drafts/discard-draft.ts'
import { readDraft, saveDraftsNow, storeDraft } from '#web/writing/drafts/draft-store.ts'
import { returnedReplies, type PendingReplyItem } from '#web/features/discussions/reply/pending-reply.ts'
import { replyDraftKey, type ReplyDraft } from '#web/features/discussions/reply/reply-draft.ts'

/** Restores the text to its draft, and opens the composer if the thread is on screen. */
export function restoreReply(userId: number, item: PendingReplyItem, refusal: string | null = null): void {
  addToDraft(replyDraftKey(userId, item.thread_id, item.message_replied_id), item)
  returnedReplies.emit({ item, refusal })
}

/** Returns false if the composer already has another draft: then the reply stays pending, with the reason. */
export function restoreRefused(userId: number, item: PendingReplyItem, refusal: string): boolean {
  if (readDraft(replyDraftKey(userId, item.thread_id, item.message_replied_id)) !== null) return false
  restoreReply(userId, item, refusal)
  return true
}

/** Appends the newer draft. If either is private, the result is private. */
function addToDraft(key: string, { html, text, is_private, attachments = [], experts = [] }: ReplyDraft): void {
  const begun = readDraft<ReplyDraft>(key)
  storeDraft(key, {
    html: html + (begun?.html ?? ''),
    text: [text, begun?.text].filter(Boolean).join('\n'),
    is_private: is_private || (begun?.is_private ?? false),
    attachments: [...attachments, ...(begun?.attachments ?? [])],
    experts: [...experts, ...(begun?.experts ?? [])],
  })
}

const LOST =
  'The reply you were answering has been removed. Your text is still here. Check who can read it before you send it.'

/**
 * Moves a reply draft from a removed message to the thread. Returns the message to show, or null if there was no draft.
 */
export function moveOrphanedDraft(viewerId: number, threadId: number, answeredId: number): string | null {
  const key = replyDraftKey(viewerId, threadId, answeredId)
  const begun = readDraft<ReplyDraft>(key)
  if (begun === null) return null
  // Save the open composer's text before appending to it.
  saveDraftsNow()
  addToDraft(replyDraftKey(viewerId, threadId, null), begun)
  discardDraft(key)
  return LOST
}
