/** Statements for sessions and sign-in. */
import { sql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { SESSION_DAYS } from '#server/platform/session/auth.ts'

/** How long a session stays valid after its last use; one day if it ends with the browser. */
const lifetimeOf = (isKept: Sql | Parameter) =>
  sql`make_interval(days => case when ${isKept} then ${SESSION_DAYS} else 1 end)`

export const selectSessions = statement(
  'select-sessions',
  { userId: 'bigint', currentId: 'bigint' },
  (p) => sql`select id, created_at, updated_at, user_agent, ip_address, id = ${p.currentId} as current
    from sessions where user_id = ${p.userId} and expires_at > now() order by id = ${p.currentId} desc, updated_at desc, id desc limit 100`,
)
export const deleteSession = statement(
  'delete-session',
  { userId: 'bigint', sessionId: 'bigint' },
  (p) => sql`delete from sessions where user_id = ${p.userId} and id = ${p.sessionId}`,
)
export const deleteSessionByToken = statement(
  'delete-session-by-token',
  { token: 'text' },
  (p) => sql`delete from sessions where token = ${p.token}`,
)
export const touchMember = statement(
  'touch-member',
  { userId: 'bigint' },
  (p) =>
    sql`update users set last_online_at = now() where id = ${p.userId} and (last_online_at is null or last_online_at < now() - interval '1 minute')`,
)
export const deleteExpired = `
  with ended as (delete from sessions where expires_at < now()), spent as (delete from verifications where expires_at < now()),
    resets as (delete from password_resets where expires_at < now() - interval '1 day'),
    confirmations as (delete from sign_in_confirmations where expires_at < now() - interval '1 day'),
    unconfirmed as (delete from single_sign_on_identities where confirmed_at is null and created_at < now() - interval '1 day'),
    devices as (delete from known_devices where last_seen_at < now() - interval '400 days'),
    challenges as (delete from passkey_challenges where expires_at < now()),
    partner as (delete from lplus_tokens where expires_at < now())
  delete from idempotency_keys where created_at < now() - interval '7 days'`
export const insertStaff = statement(
  'insert-staff',
  { firstName: 'text', lastName: 'text', email: 'citext', password: 'text' },
  (p) => sql`
  with person as (
    insert into users (first_name, last_name, email, email_verified, current_state, registered, on_boarding_complete)
    values (${p.firstName}, ${p.lastName}, ${p.email}, true, 'full access', true, true) returning id),
  held as (insert into staff_grants (user_id, role) select id, 'owner' from person)
  insert into accounts (user_id, account_id, provider_id, password) select id, id::text, 'credential', ${p.password} from person
  returning user_id as id`,
)
export const insertSession = statement(
  'insert-session',
  { userId: 'bigint', token: 'text', keepSignedIn: 'boolean', ipAddress: 'text', userAgent: 'text' },
  (p) => sql`insert into sessions (user_id, token, keep_signed_in, expires_at, ip_address, user_agent)
    values (${p.userId}, ${p.token}, ${p.keepSignedIn}, now() + ${lifetimeOf(p.keepSignedIn)}, ${p.ipAddress}, ${p.userAgent})`,
)
/** Runs right after sign-in: sessions are created as persistent ones. */
export const endWithBrowser = statement(
  'end-session-with-browser',
  { token: 'text' },
  (p) => sql`update sessions set keep_signed_in = false where token = ${p.token}`,
)
/**
 * Extends persistent sessions at most once a day, others at most once an hour. Returns a row if the session was
 * extended.
 */
export const prolongSession = statement(
  'prolong-session',
  { sessionId: 'bigint' },
  (p) => sql`update sessions set expires_at = now() + ${lifetimeOf(sql`keep_signed_in`)}, updated_at = now()
    where id = ${p.sessionId} and expires_at < now() + ${lifetimeOf(sql`keep_signed_in`)} - case when keep_signed_in then interval '1 day' else interval '1 hour' end
    returning keep_signed_in`,
)
export const endOtherSessions = statement(
  'end-other-sessions',
  { userId: 'bigint', keptId: 'bigint' },
  (p) => sql`delete from sessions where user_id = ${p.userId} and id <> ${p.keptId}`,
)
export const endAccessTokens = statement(
  'end-access-tokens',
  { userId: 'bigint' },
  (p) => sql`delete from access_tokens where user_id = ${p.userId}`,
)
export const selectSessionPlace = statement(
  'select-session-place',
  { sessionId: 'bigint' },
  (p) => sql`select user_agent, ip_address from sessions where id = ${p.sessionId}`,
)
export const selectDevice = statement(
  'select-device',
  { userId: 'bigint', deviceHash: 'text' },
  (p) => sql`
    select exists (select from known_devices where user_id = ${p.userId} and device_hash = ${p.deviceHash}) as known,
    exists (select from known_devices where user_id = ${p.userId} and device_hash <> ${p.deviceHash}) as others`,
)
export const selectDeviceOfAddress = statement(
  'select-device-of-address',
  { email: 'citext', deviceHash: 'text' },
  (p) =>
    sql`select from known_devices d join users u on u.id = d.user_id where u.email = ${p.email} and d.device_hash = ${p.deviceHash}`,
)
export const selectIdOfAddress = statement(
  'select-id-of-address',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email}`,
)
export const rememberDevice = statement(
  'remember-device',
  { userId: 'bigint', deviceHash: 'text' },
  (p) => sql`insert into known_devices (user_id, device_hash) values (${p.userId}, ${p.deviceHash})
    on conflict (user_id, device_hash) do update set last_seen_at = now()`,
)
/** The recipient of an account email, with the theme of their primary network. */
export const selectPerson = statement(
  'select-person',
  { userId: 'bigint' },
  (p) => sql`
    select u.id, u.first_name, u.last_name, u.email::text, u.current_state, u.suspended, u.time_zone, n.theme, n.display_name as network
    from users u left join lateral (
      select n.theme, n.display_name from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) n on true
    where u.id = ${p.userId}`,
)
/** The password hash of a better-auth account; creates the account if missing. */
export const keepPassword = statement(
  'keep-password',
  { userId: 'bigint', password: 'text' },
  (p) => sql`
    insert into accounts (user_id, account_id, provider_id, password) values (${p.userId}, (${p.userId})::text, 'credential', ${p.password})
    on conflict (issuer, account_id) do update set password = excluded.password, updated_at = now()`,
)
/** The end of the suspension of a user who has just entered the right password. */
export const selectSuspension = statement(
  'select-suspension',
  { email: 'citext' },
  (p) => sql`
    select u.time_zone, s.until, (select n.theme from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) as theme
    from users u left join suspensions s on s.user_id = u.id and s.ended_at is null where u.email = ${p.email} and u.suspended`,
)
export const selectPassword = statement(
  'select-password',
  { userId: 'bigint' },
  (p) =>
    sql`select password from accounts where user_id = ${p.userId} and provider_id = 'credential' and password is not null`,
)
export const hasTwoSteps = statement(
  'has-two-steps',
  { userId: 'bigint' },
  (p) => sql`select exists (select from two_steps where user_id = ${p.userId} and confirmed_at is not null) as on`,
)
