import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const updateName = statement(
  'update-name',
  { userId: 'bigint', firstName: 'text', lastName: 'text' },
  (p) =>
    sql`update users set first_name = ${p.firstName}, last_name = ${p.lastName}, updated_at = now() where id = ${p.userId}`,
)
