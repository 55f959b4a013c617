/** Statements for managing teams. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const insertTeam = statement(
  'insert-team',
  { name: 'text', peerNetworkId: 'bigint', seats: 'integer' },
  (p) =>
    sql`insert into teams (name, peer_network_id, seats) select ${p.name}, n.id, ${p.seats} from peer_networks n where n.id = ${p.peerNetworkId} returning id`,
)
export const updateTeam = statement(
  'update-team',
  { id: 'bigint', name: 'text', peerNetworkId: 'bigint', seats: 'integer' },
  (p) =>
    sql`update teams t set name = ${p.name}, peer_network_id = n.id, seats = ${p.seats} from peer_networks n where t.id = ${p.id} and n.id = ${p.peerNetworkId} returning t.id`,
)
/** Locked, so that two requests for the last seat run one after the other. */
export const lockTeamById = statement(
  'lock-team-by-id',
  { id: 'bigint' },
  (p) => sql`select id, name, seats, peer_network_id from teams where id = ${p.id} for update`,
)
export const countTaken = statement(
  'count-taken-seats',
  { teamId: 'bigint', email: 'citext' },
  (p) => sql`select (select count(*) from team_memberships m where m.team_id = ${p.teamId})::integer as members,
    (select count(*) from team_invitations x join invitations i on i.id = x.invitation_id
      where x.team_id = ${p.teamId} and i.state = 'sent' and i.user_id is null and i.expires_at > now() and i.email <> ${p.email})::integer as invited`,
)
/** The user with this address, and their team with its payment state. */
export const selectCandidate = statement(
  'select-team-candidate',
  { email: 'citext' },
  (p) => sql`select u.id, m.team_id, t.name as team_name,
      (select count(*) from team_memberships o where o.team_id = m.team_id)::integer as team_size,
      exists (select from subscriptions s where s.team_id = m.team_id and access_until(s) > now() and s.status <> 'canceled') as is_paid
    from users u left join team_memberships m on m.user_id = u.id left join teams t on t.id = m.team_id
    where u.email = ${p.email} and u.current_state <> 'not joined' and not u.is_staff for update of u`,
)
/** Open checkouts of a user who is alone in another team. */
export const selectLoneCheckouts = statement(
  'select-lone-checkouts',
  { email: 'citext', teamId: 'bigint' },
  (p) => sql`
    select c.ref from users u join team_memberships m on m.user_id = u.id join checkouts c on c.team_id = m.team_id
    where u.email = ${p.email} and c.state = 'open' and c.ref is not null
      and m.team_id <> ${p.teamId} and (select count(*) from team_memberships o where o.team_id = m.team_id) = 1`,
)
export const leaveTeam = statement(
  'leave-team',
  { userId: 'bigint' },
  (p) => sql`delete from team_memberships where user_id = ${p.userId} returning team_id, is_billing_admin`,
)
export const enterTeam = statement(
  'enter-team',
  { teamId: 'bigint', userId: 'bigint' },
  (p) => sql`with made as (
      insert into team_memberships (team_id, user_id, is_billing_admin)
      values (${p.teamId}, ${p.userId}, not exists (select from team_memberships o where o.team_id = ${p.teamId} and o.is_billing_admin)) returning id)
    update users u set default_membership_id = made.id from made where u.id = ${p.userId}`,
)
export const joinTeamNetwork = statement(
  'join-team-network',
  { userId: 'bigint', peerNetworkId: 'bigint' },
  (p) => sql`insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    values (${p.userId}, ${p.peerNetworkId}, not exists (select from peer_network_memberships where user_id = ${p.userId} and is_primary))
    on conflict (user_id, peer_network_id) do nothing`,
)
/** Access is not cut off immediately: it ends with the grace period, or earlier if it would have ended earlier. */
export const extendGracePeriod = statement(
  'keep-grace-after-team',
  { userId: 'bigint' },
  (p) => sql`update users set default_membership_id = null,
      full_access_exp_date = case when current_state = 'full access' then least(full_access_exp_date, now() + grace_period()) else full_access_exp_date end
    where id = ${p.userId}`,
)
export const selectTeamMembers = statement(
  'select-team-members',
  { teamId: 'bigint' },
  (p) =>
    sql`select user_id, is_billing_admin from team_memberships where team_id = ${p.teamId} order by user_id for update`,
)
export const setBillingAdmin = statement(
  'set-billing-admin',
  { teamId: 'bigint', userId: 'bigint' },
  (p) => sql`update team_memberships set is_billing_admin = user_id = ${p.userId} where team_id = ${p.teamId}`,
)
/** The subscription whose next renewal may need a new price. */
export const selectRepriced = statement(
  'select-repriced-subscription',
  { teamId: 'bigint' },
  (p) => sql`select s.ref, s.subscription_total as total, m.user_id as payer_id
    from subscriptions s join team_memberships m on m.team_id = s.team_id and m.is_billing_admin
    where s.team_id = ${p.teamId} and s.status <> 'canceled' and access_until(s) > now() order by s.id desc, m.user_id limit 1`,
)
