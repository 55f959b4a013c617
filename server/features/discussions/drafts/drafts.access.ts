/** A draft can be read only by its owner, not even by staff. */
import { uncheckedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const drafts = uncheckedRelations({
  drafts: sql`select d.* from drafts d where d.user_id = ${viewer.id}`,
})
