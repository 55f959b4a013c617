/** Statements for two-step sign-in. */
export const selectTwoStep = {
  name: 'select-two-step',
  text: `select t.secret, t.last_step, t.confirmed_at,
      (select count(*)::integer from backup_codes b where b.user_id = t.user_id and b.used_at is null) as codes_left
    from two_steps t where t.user_id = $1`,
}
/** An unfinished setup is replaced by the next one; an active one is not. */
export const beginTwoStep = {
  name: 'begin-two-step',
  text: `insert into two_steps (user_id, secret) values ($1, $2)
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now() where two_steps.confirmed_at is null
    returning user_id`,
}
export const confirmTwoStep = {
  name: 'confirm-two-step',
  text: 'update two_steps set confirmed_at = now(), last_step = $2 where user_id = $1 and confirmed_at is null',
}
/** If two requests use the same code concurrently, one finds it used. */
export const takeStepOnce = {
  name: 'take-step',
  text: 'update two_steps set last_step = $2 where user_id = $1 and confirmed_at is not null and last_step < $2',
}
export const insertBackupCodes = {
  name: 'insert-backup-codes',
  text: 'insert into backup_codes (user_id, code_hash) select $1, unnest($2::text[])',
}
export const deleteBackupCodes = { name: 'delete-backup-codes', text: 'delete from backup_codes where user_id = $1' }
export const takeBackupCode = {
  name: 'take-backup-code',
  text: 'update backup_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null',
}
export const deleteTwoStep = { name: 'delete-two-step', text: 'delete from two_steps where user_id = $1' }
