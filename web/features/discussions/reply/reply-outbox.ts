import { UNDO_MS } from '#shared/discussions.ts'
import { replyOutboxKey } from '#web/platform/storage/storage-keys.ts'
import { readItem } from '#web/writing/outbox/channel.ts'
import { Outbox } from '#web/writing/outbox/outbox.ts'
import type { ReplyContent } from '#web/features/discussions/reply/pending-reply.ts'

/** Pending replies. They can be cancelled for ten seconds. */
export const replyOutbox = new Outbox<ReplyContent>({
  storageKey: replyOutboxKey,
  undoMs: UNDO_MS,
  order: 'newest-first',
  target: ({ thread_id }) => thread_id,
  read: readItem,
  loadDelivery: () => import('#web/features/discussions/reply/send-reply.ts'),
})
