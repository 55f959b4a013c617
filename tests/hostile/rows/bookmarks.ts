/** Saving discussions and other items for later. */
import type { Ownership, Outcome, Role, Row } from '../row.ts'

interface Kit {
  signedIn(variables?: Record<string, unknown>): Row
  ofThread(variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row
  readsThread(role: Role, of: Ownership): boolean
}

export const bookmarkRows = ({ signedIn, ofThread, readsThread }: Kit): Record<string, Row> => ({
  GetBookmarkCollections: signedIn(),
  AlterBookmarks: ofThread(
    (id) => ({ bookmarks: [{ kind: 'THREAD', id, is_removed: false }] }),
    (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
  ),
})
