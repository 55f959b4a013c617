import { chatOutboxKey } from '#web/platform/storage/storage-keys.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { readItem } from '#web/writing/outbox/channel.ts'
import { waitingForRetry } from '#web/writing/outbox/waiting-for-retry.ts'
import { Outbox } from '#web/writing/outbox/outbox.ts'
import type { ChatContent } from '#web/features/inbox/writing/pending-message.ts'

/** Pending messages. Those of one group are sent one after another, in the order written. */
export const chatOutbox = new Outbox<ChatContent>({
  storageKey: chatOutboxKey,
  undoMs: 0,
  order: 'oldest-first',
  target: ({ group_id }) => group_id,
  // After a reload it is unknown whether the message arrived, so wait for the member to retry. Stored HTML is
  // untrusted: sanitize.
  read: (stored) => waitingForRetry({ ...readItem(stored), html: cleanBody(stored.html) }),
  loadDelivery: () => import('#web/features/inbox/writing/send-message.ts'),
})
