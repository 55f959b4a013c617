import { relations, sql, viewer } from '#server/platform/graph/sql.ts'

export const preferences = relations({
  preferences: sql`select p.* from member_preferences p where p.user_id = ${viewer.id}`,
})
