/** Statements for resetting passwords. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const selectUserForReset = statement(
  'select-forgetful',
  { email: 'citext' },
  (p) => sql`select u.id from users u where u.email = ${p.email} and ${isAccountHolder(sql`u`)}`,
)
/** Earlier links stay valid until one is used: emails may arrive in any order. */
export const insertReset = statement(
  'insert-reset',
  { userId: 'bigint', tokenHash: 'text', hours: 'integer' },
  (p) =>
    sql`insert into password_resets (user_id, token_hash, expires_at) values (${p.userId}, ${p.tokenHash}, now() + make_interval(hours => ${p.hours}))`,
)
export const selectReset = statement(
  'select-reset',
  { tokenHash: 'text' },
  (p) => sql`
    select u.id as user_id, u.first_name, u.last_name, u.email::text from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${p.tokenHash} and r.used_at is null and r.expires_at > now() and not u.suspended`,
)
export const useReset = statement(
  'use-reset',
  { tokenHash: 'text' },
  (p) => sql`update password_resets r set used_at = now() from users u
    where r.token_hash = ${p.tokenHash} and r.used_at is null and r.expires_at > now() and u.id = r.user_id and not u.suspended
    returning r.user_id`,
)
/** Deletes everything else that could still open the account with the old password or an older link. */
export const endOtherWays = statement(
  'end-other-ways',
  { userId: 'bigint' },
  (p) => sql`with resets as (delete from password_resets where user_id = ${p.userId} and used_at is null)
    delete from sign_in_confirmations where user_id = ${p.userId}`,
)
export const markVerified = statement(
  'mark-verified',
  { userId: 'bigint' },
  (p) => sql`update users set email_verified = true where id = ${p.userId}`,
)
