/** Statements for managing teams. */
export const insertTeam = {
  name: 'insert-team',
  text: `insert into teams (name, peer_network_id, seats) select $1, n.id, $3 from peer_networks n where n.id = $2 returning id`,
}
export const updateTeam = {
  name: 'update-team',
  text: `update teams t set name = $2, peer_network_id = n.id, seats = $4 from peer_networks n where t.id = $1 and n.id = $3 returning t.id`,
}
/** Locked, so that two requests for the last seat run one after the other. */
export const lockTeamById = {
  name: 'lock-team-by-id',
  text: 'select id, name, seats, peer_network_id from teams where id = $1 for update',
}
export const countTaken = {
  name: 'count-taken-seats',
  text: `select (select count(*) from team_memberships m where m.team_id = $1)::integer as members,
    (select count(*) from team_invitations x join invitations i on i.id = x.invitation_id
      where x.team_id = $1 and i.state = 'sent' and i.user_id is null and i.expires_at > now() and i.email <> $2)::integer as invited`,
}
/** The user with this address, and their team with its payment state. */
export const selectCandidate = {
  name: 'select-team-candidate',
  text: `select u.id, m.team_id, t.name as team_name,
      (select count(*) from team_memberships o where o.team_id = m.team_id)::integer as team_size,
      exists (select from subscriptions s where s.team_id = m.team_id and access_until(s) > now() and s.status <> 'canceled') as is_paid
    from users u left join team_memberships m on m.user_id = u.id left join teams t on t.id = m.team_id
    where u.email = $1 and u.current_state <> 'not joined' and not u.is_staff for update of u`,
}
/** Open checkouts of a user who is alone in another team. */
export const selectLoneCheckouts = {
  name: 'select-lone-checkouts',
  text: `select c.ref from users u join team_memberships m on m.user_id = u.id join checkouts c on c.team_id = m.team_id
    where u.email = $1 and c.state = 'open' and c.ref is not null
      and m.team_id <> $2 and (select count(*) from team_memberships o where o.team_id = m.team_id) = 1`,
}
export const leaveTeam = {
  name: 'leave-team',
  text: 'delete from team_memberships where user_id = $1 returning team_id, is_billing_admin',
}
export const enterTeam = {
  name: 'enter-team',
  text: `with made as (
      insert into team_memberships (team_id, user_id, is_billing_admin)
      values ($1, $2, not exists (select from team_memberships o where o.team_id = $1 and o.is_billing_admin)) returning id)
    update users u set default_membership_id = made.id from made where u.id = $2`,
}
export const joinTeamNetwork = {
  name: 'join-team-network',
  text: `insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    values ($1, $2, not exists (select from peer_network_memberships where user_id = $1 and is_primary))
    on conflict (user_id, peer_network_id) do nothing`,
}
/** Access is not cut off immediately: it ends with the grace period, or earlier if it would have ended earlier. */
export const extendGracePeriod = {
  name: 'keep-grace-after-team',
  text: `update users set default_membership_id = null,
      full_access_exp_date = case when current_state = 'full access' then least(full_access_exp_date, now() + grace_period()) else full_access_exp_date end
    where id = $1`,
}
export const selectTeamMembers = {
  name: 'select-team-members',
  text: 'select user_id, is_billing_admin from team_memberships where team_id = $1 order by user_id for update',
}
export const setBillingAdmin = {
  name: 'set-billing-admin',
  text: 'update team_memberships set is_billing_admin = user_id = $2 where team_id = $1',
}
/** The subscription whose next renewal may need a new price. */
export const selectRepriced = {
  name: 'select-repriced-subscription',
  text: `select s.ref, s.subscription_total as total, m.user_id as payer_id
    from subscriptions s join team_memberships m on m.team_id = s.team_id and m.is_billing_admin
    where s.team_id = $1 and s.status <> 'canceled' and access_until(s) > now() order by s.id desc, m.user_id limit 1`,
}
