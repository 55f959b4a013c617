import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const updateEmailPreference = statement(
  'update-email-preference',
  { userId: 'bigint', listservEmailPreference: 'text' },
  (p) => sql`update users set listserv_email_preference = ${p.listservEmailPreference} where id = ${p.userId}`,
)
