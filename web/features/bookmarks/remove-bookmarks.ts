/** Removes bookmarks, with undo that restores their notes; those of one collection go back into it. */
import type { Bookmark, useAlterBookmarks } from '#web/features/bookmarks/bookmarks.queries.ts'
import { setMark } from '#web/features/bookmarks/marks.ts'
import { shownAs } from '#web/features/bookmarks/bookmark-kinds.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

type Run = ReturnType<typeof useAlterBookmarks>['run']

export async function removeBookmarks(run: Run, removed: readonly Bookmark[], collectionId?: number): Promise<boolean> {
  const items = removed.map(({ kind, item_id: id }) => ({ kind, id, is_removed: true }))
  if (!(await run({ bookmarks: items }))) {
    toast.error('Not removed', 'Check your connection and try again.')
    return false
  }
  for (const { kind, item_id: id } of removed) setMark({ kind, id }, false)
  // What is gone cannot be saved again.
  const restorable = removed.filter((each) => shownAs(each) !== null)
  const restore = async () => {
    const back = restorable.map(({ kind, item_id: id, note }) => ({ kind, id, note, is_removed: false }))
    if (await run({ bookmarks: back, ...(collectionId !== undefined && { collection_id: collectionId }) }))
      for (const { kind, item_id: id } of restorable) setMark({ kind, id }, true)
  }
  toast.success(
    removed.length === 1 ? 'Removed from Bookmarks' : `${removed.length} bookmarks removed`,
    undefined,
    restorable.length > 0 ? { label: 'Undo', run: () => void restore() } : undefined,
  )
  return true
}
