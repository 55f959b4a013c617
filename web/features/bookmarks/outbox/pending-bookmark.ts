import type { ContentKind } from '#shared/bookmarks.ts'

/** A bookmark to save or to remove, as the outbox stores it. */
export interface BookmarkContent {
  kind: ContentKind
  id: number
  is_removed: boolean
  source: string
}
