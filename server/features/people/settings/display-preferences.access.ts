import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const preferences = checkedRelations({
  preferences: sql`select p.* from member_preferences p where p.user_id = ${viewer.id}`,
})
