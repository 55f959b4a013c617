/** What a member saves in the directory: searches and dismissed suggestions. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const directory = checkedRelations({
  own_directory_searches: sql`select s.* from directory_searches s where s.user_id = ${viewer.id}`,
  own_passed: sql`select p.passed_user_id, p.passed_at from passed_connections p where p.user_id = ${viewer.id}`,
})
