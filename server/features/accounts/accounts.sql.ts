/** Named statements of sessions and sign-in. */
export const selectSessions = {
  name: 'select-sessions',
  text: `select id, created_at, updated_at, user_agent, ip_address, id = $2 as current
    from sessions where user_id = $1 and expires_at > now() order by id = $2 desc, updated_at desc, id desc limit 100`,
}
export const deleteSession = { name: 'delete-session', text: 'delete from sessions where user_id = $1 and id = $2' }
export const deleteSessionByToken = { name: 'delete-session-by-token', text: 'delete from sessions where token = $1' }
export const touchMember = {
  name: 'touch-member',
  text: `update users set last_online_at = now() where id = $1 and (last_online_at is null or last_online_at < now() - interval '1 minute')`,
}
export const deleteExpired = `
  with ended as (delete from sessions where expires_at < now()), spent as (delete from verifications where expires_at < now())
  delete from idempotency_keys where created_at < now() - interval '7 days'`
export const insertStaff = `
  with person as (
    insert into users (first_name, last_name, email, email_verified, is_staff, current_state, registered, on_boarding_complete)
    values ($1, $2, $3, true, true, 'full access', true, true) returning id)
  insert into accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', $4 from person`
