/** What can be saved: each kind with the field of its items, and the relation of those that the viewer may read. */
import { discussions } from '#server/features/discussions/index.ts'
import type { Relation } from '#server/platform/graph/sql.ts'
import type { ContentKind } from '#shared/bookmarks.ts'

interface SavedKind {
  field: string
  readable: Relation
}

export const SAVED_KINDS: Partial<Record<ContentKind, SavedKind>> = {
  THREAD: { field: 'thread', readable: discussions.threads },
}
