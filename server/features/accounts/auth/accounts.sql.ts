/** Statements for sessions and sign-in. */
import { SESSION_DAYS } from '#server/platform/session/auth.ts'

/** How long a session stays valid after its last use; one day if it ends with the browser. */
const lifetimeOf = (isKept: string) => `make_interval(days => case when ${isKept} then ${SESSION_DAYS} else 1 end)`

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
  with ended as (delete from sessions where expires_at < now()), spent as (delete from verifications where expires_at < now()),
    resets as (delete from password_resets where expires_at < now() - interval '1 day'),
    confirmations as (delete from sign_in_confirmations where expires_at < now() - interval '1 day'),
    devices as (delete from known_devices where last_seen_at < now() - interval '400 days'),
    challenges as (delete from passkey_challenges where expires_at < now()),
    partner as (delete from lplus_tokens where expires_at < now())
  delete from idempotency_keys where created_at < now() - interval '7 days'`
export const insertStaff = `
  with person as (
    insert into users (first_name, last_name, email, email_verified, is_staff, current_state, registered, on_boarding_complete)
    values ($1, $2, $3, true, true, 'full access', true, true) returning id)
  insert into accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', $4 from person`
export const insertSession = {
  name: 'insert-session',
  text: `insert into sessions (user_id, token, keep_signed_in, expires_at, ip_address, user_agent)
    values ($1, $2, $3, now() + ${lifetimeOf('$3::boolean')}, $4, $5)`,
}
/** Runs right after sign-in: sessions are created as persistent ones. */
export const endWithBrowser = {
  name: 'end-session-with-browser',
  text: 'update sessions set keep_signed_in = false where token = $1',
}
/**
 * Extends persistent sessions at most once a day, others at most once an hour. Returns a row if the session was
 * extended.
 */
export const prolongSession = {
  name: 'prolong-session',
  text: `update sessions set expires_at = now() + ${lifetimeOf('keep_signed_in')}, updated_at = now()
    where id = $1 and expires_at < now() + ${lifetimeOf('keep_signed_in')} - case when keep_signed_in then interval '1 day' else interval '1 hour' end
    returning keep_signed_in`,
}
export const endOtherSessions = {
  name: 'end-other-sessions',
  text: 'delete from sessions where user_id = $1 and id <> $2',
}
export const selectSessionPlace = {
  name: 'select-session-place',
  text: 'select user_agent, ip_address from sessions where id = $1',
}
export const selectDevice = {
  name: 'select-device',
  text: `select exists (select from known_devices where user_id = $1 and device_hash = $2) as known,
    exists (select from known_devices where user_id = $1 and device_hash <> $2) as others`,
}
export const selectDeviceOfAddress = {
  name: 'select-device-of-address',
  text: `select from known_devices d join users u on u.id = d.user_id where u.email = $1 and d.device_hash = $2`,
}
export const selectIdOfAddress = { name: 'select-id-of-address', text: 'select id from users where email = $1' }
export const rememberDevice = {
  name: 'remember-device',
  text: `insert into known_devices (user_id, device_hash) values ($1, $2)
    on conflict (user_id, device_hash) do update set last_seen_at = now()`,
}
/** The recipient of an account email, with the theme of their primary network. */
export const selectPerson = {
  name: 'select-person',
  text: `select u.id, u.first_name, u.last_name, u.email::text, u.current_state, u.suspended, u.time_zone, n.theme, n.display_name as network
    from users u left join lateral (
      select n.theme, n.display_name from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) n on true
    where u.id = $1`,
}
/** The password hash of a better-auth account; creates the account if missing. */
export const keepPassword = {
  name: 'keep-password',
  text: `insert into accounts (user_id, account_id, provider_id, password) values ($1::bigint, ($1::bigint)::text, 'credential', $2)
    on conflict (issuer, account_id) do update set password = excluded.password, updated_at = now()`,
}
/** The end of the suspension of a user who has just entered the right password. */
export const selectSuspension = {
  name: 'select-suspension',
  text: `select u.time_zone, s.until, (select n.theme from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) as theme
    from users u left join suspensions s on s.user_id = u.id and s.ended_at is null where u.email = $1 and u.suspended`,
}
export const selectPassword = {
  name: 'select-password',
  text: `select password from accounts where user_id = $1 and provider_id = 'credential' and password is not null`,
}
