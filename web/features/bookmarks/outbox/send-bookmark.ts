/** Sends saved and removed bookmarks: the operation, and what follows. */
import { AlterBookmarks, GetBookmarkCollections } from '#api/operations.ts'
import type { BookmarkContent } from '#web/features/bookmarks/outbox/pending-bookmark.ts'
import { setMark } from '#web/features/bookmarks/marks.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import type { Delivery } from '#web/writing/outbox/channel.ts'

export const delivery: Delivery<BookmarkContent> = {
  // The last wish for an item is sent last.
  isSequential: true,
  isSentBeforeSignOut: true,
  async send(client, { kind, id, is_removed, source }, how) {
    await execute(AlterBookmarks, { bookmarks: [{ kind, id, is_removed }], source }, how)
    await client.invalidateQueries({ queryKey: [GetBookmarkCollections.name] })
  },
  reason: (error) => errorMessage(error),
  // Without a connection it is sent later; the mark stays.
  onRefused(_, { kind, id, is_removed }, reason) {
    setMark({ kind, id }, is_removed)
    toast.error(is_removed ? 'Not removed' : 'Not saved', reason)
    return true
  },
}
