import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const updateTimeZone = statement(
  'update-time-zone',
  { userId: 'bigint', timeZone: 'text' },
  (p) => sql`update users set time_zone = ${p.timeZone} where id = ${p.userId}`,
)
