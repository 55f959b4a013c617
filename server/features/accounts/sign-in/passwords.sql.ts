/** Statements for resetting passwords. */
export const selectUserForReset = {
  name: 'select-forgetful',
  text: `select id from users where email = $1 and not suspended and current_state <> 'not joined'`,
}
/** Earlier links stay valid until one is used: emails may arrive in any order. */
export const insertReset = {
  name: 'insert-reset',
  text: `insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + make_interval(hours => $3))`,
}
export const selectReset = {
  name: 'select-reset',
  text: `select u.id as user_id, u.first_name, u.last_name, u.email::text from password_resets r join users u on u.id = r.user_id
    where r.token_hash = $1 and r.used_at is null and r.expires_at > now() and not u.suspended`,
}
export const useReset = {
  name: 'use-reset',
  text: `update password_resets r set used_at = now() from users u
    where r.token_hash = $1 and r.used_at is null and r.expires_at > now() and u.id = r.user_id and not u.suspended
    returning r.user_id`,
}
/** Deletes everything else that could still open the account with the old password or an older link. */
export const endOtherWays = {
  name: 'end-other-ways',
  text: `with resets as (delete from password_resets where user_id = $1 and used_at is null)
    delete from sign_in_confirmations where user_id = $1`,
}
export const markVerified = { name: 'mark-verified', text: 'update users set email_verified = true where id = $1' }
export const hasTwoSteps = {
  name: 'has-two-steps',
  text: 'select exists (select from two_steps where user_id = $1 and confirmed_at is not null) as on',
}
