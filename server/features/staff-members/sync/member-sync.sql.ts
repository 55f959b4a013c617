/** Statements for files of members, and for memberships that end. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isOrBecomesMember } from '#server/platform/session/account-states.ts'

export interface Known {
  id: number
  name: string
  email: string
  secondary_email: string | null
  title: string | null
  company: string | null
  is_staff: boolean
  is_member: boolean
  networks: number[]
}

/** Members of the network, and accounts with one of the addresses. */
export const selectKnown = statement(
  'select-known-by-member-sync',
  { networkId: 'bigint', emails: 'text[]' },
  (p) => sql`
    select u.id, u.name, lower(u.email::text) as email, lower(u.secondary_email::text) as secondary_email, u.title,
      u.company_name as company, u.is_staff, m.user_id is not null as is_member,
      array(select o.peer_network_id from peer_network_memberships o where o.user_id = u.id) as networks
    from users u left join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = ${p.networkId}
    where (m.user_id is not null and ${isOrBecomesMember(sql`u`)})
      or (u.current_state <> 'not joined' and (u.email = any(${p.emails}::citext[]) or u.secondary_email = any(${p.emails}::citext[])))
    order by u.id`,
)
export const selectNetworkSlug = statement(
  'select-slug-of-synced-network',
  { networkId: 'bigint' },
  (p) => sql`select slug, display_name from peer_networks where id = ${p.networkId}`,
)
export const selectInvited = statement(
  'select-invited-to-synced-network',
  { networkId: 'bigint', emails: 'text[]' },
  (p) => sql`select lower(email::text) as email from invitations
    where peer_network_id = ${p.networkId} and state in ('nominated', 'sent') and email = any(${p.emails}::citext[])`,
)
export const setTitle = statement(
  'set-title-by-sync',
  { userId: 'bigint', title: 'text' },
  (p) => sql`update users set title = ${p.title}, updated_at = now() where id = ${p.userId}`,
)
export const addCompany = statement(
  'add-company-by-sync',
  { name: 'text' },
  (p) => sql`insert into companies (name) values (${p.name}) on conflict (lower(name)) do nothing`,
)
/** A trigger copies the name. */
export const setCompany = statement(
  'set-company-by-sync',
  { userId: 'bigint', name: 'text' },
  (
    p,
  ) => sql`update users set company_id = (select c.id from companies c where lower(c.name) = lower(${p.name})), updated_at = now()
    where id = ${p.userId}`,
)

export const leaveNetwork = statement(
  'leave-network-by-staff',
  { userId: 'bigint', networkId: 'bigint' },
  (p) => sql`delete from peer_network_memberships where user_id = ${p.userId} and peer_network_id = ${p.networkId}`,
)
/** After leaving the primary one, another is. */
export const keepPrimary = statement(
  'keep-a-primary-network',
  { userId: 'bigint' },
  (p) => sql`update peer_network_memberships m set is_primary = true
    where m.user_id = ${p.userId} and m.peer_network_id = (
      select min(o.peer_network_id) from peer_network_memberships o where o.user_id = ${p.userId})
      and not exists (select from peer_network_memberships o where o.user_id = ${p.userId} and o.is_primary)`,
)
export const expireMembership = statement(
  'expire-membership-by-staff',
  { userId: 'bigint' },
  (p) => sql`update users set current_state = 'expired', full_access_exp_date = now(),
      trial_end_date = least(trial_end_date, now()), updated_at = now() where id = ${p.userId}`,
)
/** One at a time for each of the staff, so that parallel calls count each other. */
export const lockEnder = statement(
  'lock-ender-of-memberships',
  { actorId: 'bigint' },
  (p) => sql`select pg_advisory_xact_lock(hashtextextended('ends memberships', ${p.actorId}))`,
)
export const countEndedBy = statement(
  'count-memberships-ended-by',
  { actorId: 'bigint', hours: 'integer' },
  (p) => sql`select count(*)::integer as ended from staff_acts
    where actor_id = ${p.actorId} and act = 'member.membership_ended' and at > now() - make_interval(hours => ${p.hours})`,
)
