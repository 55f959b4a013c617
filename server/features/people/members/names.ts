/** The words of a member's name and company, as the index `users_name_words` stores them. */
import { sql, type Sql } from '#server/platform/graph/sql.ts'

export const nameWords = (u: Sql) =>
  sql`to_tsvector('simple', plain_words(${u}.name || ' ' || coalesce(${u}.company_name, '')))`
