import { retry } from '#web/writing/outbox/enqueue.ts'
import type { PendingReplyAction } from '#web/features/discussions/reply/pending-reply.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { REPLY_OFFLINE } from '#web/features/discussions/reply/send-reply.ts'
import { findItem, removeItem } from '#web/writing/outbox/items.ts'
import { restoreReply } from '#web/features/discussions/reply/restore-reply.ts'

// Same chunk as the component, so that its buttons work offline.
export { PendingReply } from '#web/features/discussions/reply/PendingReply.tsx'
export { moveOrphanedDraft } from '#web/features/discussions/reply/restore-reply.ts'

/** Performs the author's action on a pending reply. */
export async function actOnPendingReply(viewerId: number, action: PendingReplyAction, key: string): Promise<void> {
  if (action === 'retry') return retry(replyOutbox, key, REPLY_OFFLINE)
  const sender = await replyOutbox.prepare()
  if (action === 'now') return sender.sendNow(key)
  const item = findItem(replyOutbox, key)
  if (!item || (action === 'undo' && !sender.cancel(key))) return
  if (action !== 'discard') restoreReply(viewerId, item)
  removeItem(replyOutbox, key)
}
