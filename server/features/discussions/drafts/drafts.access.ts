/** A draft is read by its owner and by nobody else, staff neither. */
import { uncheckedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const drafts = uncheckedRelations({
  drafts: sql`select d.* from drafts d where d.user_id = ${viewer.id}`,
})
