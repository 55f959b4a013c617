/** Saves and removes a bookmark from any page, with undo. */
import type { QueryClient } from '@tanstack/react-query'
import { bookmarkOutbox } from '#web/features/bookmarks/outbox/bookmark-outbox.ts'
import { setMark, type Bookmarkable } from '#web/features/bookmarks/marks.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { enqueue } from '#web/writing/outbox/enqueue.ts'

const NOT_LOADED = 'Check your connection. It will be saved when you are online.'

interface Wish {
  client: QueryClient
  userId: number
  item: Bookmarkable
  source: string
}

function send({ client, userId, item, source }: Wish, isSaved: boolean): void {
  setMark(item, isSaved)
  bookmarkOutbox.open(userId, client)
  enqueue(bookmarkOutbox, { ...item, is_removed: !isSaved, source }, NOT_LOADED)
}

export function saveBookmark(wish: Wish, isSaved: boolean): void {
  send(wish, isSaved)
  void track('bookmark', { content_kind: wish.item.kind, is_saved: isSaved })
  toast.success(isSaved ? 'Saved to Bookmarks' : 'Removed from Bookmarks', undefined, {
    label: 'Undo',
    run: () => send(wish, !isSaved),
  })
}
