import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const insertLPlusToken = statement(
  'insert-lplus-token',
  { userId: 'bigint', token: 'text', url: 'text', expiresAt: 'double precision' },
  (p) =>
    sql`insert into lplus_tokens (user_id, token, url, expires_at) values (${p.userId}, ${p.token}, ${p.url}, to_timestamp(${p.expiresAt})) returning id`,
)
