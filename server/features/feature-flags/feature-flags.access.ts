import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const flagDesk = checkedRelations({
  /** For staff; for others there are none. */
  staff_feature_flags: sql`select f.* from feature_flags f where ${viewer.is_staff}`,
})
