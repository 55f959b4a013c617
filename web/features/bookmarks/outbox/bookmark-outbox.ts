import type { BookmarkContent } from '#web/features/bookmarks/outbox/pending-bookmark.ts'
import { bookmarkOutboxKey } from '#web/platform/storage/storage-keys.ts'
import { readItem } from '#web/writing/outbox/channel.ts'
import { Outbox } from '#web/writing/outbox/outbox.ts'

/** Bookmarks that were saved or removed without a connection. Each says what is wanted, so a repetition does no harm. */
export const bookmarkOutbox = new Outbox<BookmarkContent>({
  storageKey: bookmarkOutboxKey,
  undoMs: 0,
  order: 'oldest-first',
  target: ({ id }) => id,
  read: readItem,
  loadDelivery: () => import('#web/features/bookmarks/outbox/send-bookmark.ts'),
})
