/** Bookmarks are read by their owner only, not even by staff. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const ownBookmarks = checkedRelations({
  own_bookmarks: sql`select b.* from bookmarks b where b.user_id = ${viewer.id}`,
  own_bookmark_collections: sql`select c.* from bookmark_collections c where c.user_id = ${viewer.id}`,
})
