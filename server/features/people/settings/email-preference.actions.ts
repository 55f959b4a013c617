import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import type { EmailPreference } from '#shared/settings.ts'
import { updateEmailPreference as update } from './email-preference.sql.ts'

/** How discussions are sent by email. Resolves to the member's id. */
export async function updateEmailPreference(
  pool: pg.Pool,
  { viewer, args }: Call<{ listserv_email_preference: EmailPreference }>,
): Promise<number> {
  await pool.query(update({ userId: viewer.id, listservEmailPreference: args.listserv_email_preference }))
  return viewer.id
}
