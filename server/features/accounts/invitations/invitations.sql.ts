/** Statements for invitations and trials. */
const CARD = `i.id, i.email::text, i.first_name, i.last_name, i.note, i.state, i.sent_at, i.expires_at, i.used_at, i.created_at,
  i.peer_network_id, n.display_name as network, t.days as trial_days,
  i.state = 'sent' and i.expires_at <= now() as expired`
const OWN =
  'id, inviter_id, email, first_name, last_name, note, state, sent_at, expires_at, used_at, created_at, peer_network_id'
/** Only while it can be accepted: any other invitation looks like one that does not exist. */
const OPEN = `i.token_hash = $1 and i.state = 'sent' and i.used_at is null and i.expires_at > now()
      and not exists (select from users b where b.id = i.user_id and b.suspended)`

/** Without pictures: those require a session. */
export const selectInvitation = {
  name: 'select-invitation',
  // The code identifies the invitation in analytics; it grants no access.
  text: `select i.code as invite_code, i.email::text, i.first_name, i.last_name, i.note, i.expires_at, t.days as trial_days, i.user_id is not null as begun,
      coalesce((select b.current_onboarding_step from users b where b.id = i.user_id), 'landing') as step,
      json_build_object('id', n.id, 'display_name', n.display_name, 'theme', n.theme, 'discipline', d.name,
        'url_terms', n.url_terms, 'url_privacy_policy', n.url_privacy_policy) as network,
      json_build_object('welcome_page_step_one', n.welcome_page_step_one, 'welcome_page_step_two', n.welcome_page_step_two,
        'welcome_page_step_three', n.welcome_page_step_three, 'welcome_page_step_four', n.welcome_page_step_four) as welcome_page_labels,
      (select json_build_object('id', u.id, 'name', u.name, 'title', u.title, 'company', u.company_name, 'profile_thumbnail_url', null)
        from users u where u.id = i.inviter_id and not u.suspended) as inviter,
      (select coalesce(sum(c.num_of_members), 0)::integer from member_counts c where i.peer_network_id = any(c.networks)) as num_of_members,
      (select coalesce(json_agg(m), '[]') from (
        select u.id, u.name, u.title, u.company_name as company, null::text as profile_thumbnail_url
        from peer_network_memberships p join users u on u.id = p.user_id
        where p.peer_network_id = i.peer_network_id and u.current_state = 'full access' and not u.suspended and not u.is_staff
          and u.id is distinct from i.inviter_id
        order by u.id limit $2) m) as members
    from invitations i join peer_networks n on n.id = i.peer_network_id join disciplines d on d.id = n.discipline_id
    left join trial_codes t on t.id = i.trial_code_id
    where ${OPEN}`,
}
export const lockInvitation = {
  name: 'lock-invitation',
  text: `select i.id, i.code, i.email::text, i.peer_network_id, i.trial_code_id, i.user_id, u.name as inviter,
      (select t.team_id from team_invitations t where t.invitation_id = i.id) as team_id,
      case when i.chosen_in = $2 then i.chosen_password end as chosen_password
    from invitations i left join users u on u.id = i.inviter_id where ${OPEN} for update of i`,
}
export const useTrialCode = {
  name: 'use-trial-code',
  text: 'update trial_codes set uses = uses + 1 where id = $1 and uses < max_uses and ended_at is null returning days',
}
/** A new user, or the author of an imported message who now joins. No row means that the address has an account. */
export const insertInvitee = {
  name: 'insert-invitee',
  text: `insert into users (first_name, last_name, email, email_verified, current_state, trial_end_date, nominator_name,
      invite_code, current_onboarding_step)
    values ($1, $2, $3, true, case when $4::integer is null then 'onboarding' else 'trial' end,
      now() + make_interval(days => $4), $5, $6, 'profile')
    on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name, email_verified = true,
      current_state = excluded.current_state, trial_end_date = excluded.trial_end_date, nominator_name = excluded.nominator_name,
      invite_code = excluded.invite_code, current_onboarding_step = 'profile', date_joined = now()
      where users.current_state = 'not joined' and not users.suspended
    returning id`,
}
export const joinNetwork = {
  name: 'join-network',
  text: `insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    values ($1, $2, not exists (select from peer_network_memberships where user_id = $1 and is_primary))
    on conflict (user_id, peer_network_id) do nothing`,
}
/**
 * Adds the invitee to the invitation's team; the first to join becomes its billing admin. An invitee who has a team
 * keeps it.
 */
export const joinTeam = {
  name: 'join-team',
  text: `with joined as (
      insert into team_memberships (team_id, user_id, is_billing_admin)
      values ($2, $1, not exists (select from team_memberships o where o.team_id = $2 and o.is_billing_admin))
      on conflict (user_id) do nothing returning id)
    update users u set default_membership_id = joined.id from joined where u.id = $1`,
}
/** From now on the link leads back to the onboarding steps, on any device, until there is a password. */
export const beginInvitation = {
  name: 'begin-invitation',
  text: 'update invitations set user_id = $2 where id = $1',
}
export const acceptInvitation = {
  name: 'accept-invitation',
  text: `update invitations set state = 'accepted', used_at = now(), token_hash = null, chosen_password = null, chosen_in = null where user_id = $1 and state = 'sent'`,
}
export const lockInvitee = { name: 'lock-invitee', text: 'select from users where id = $1 for update' }
export const acceptTerms = {
  name: 'accept-terms',
  text: `select accept_legal_as_shown($1, array['terms_of_use', 'privacy_policy'], array[$2, $3]::integer[]) as changed`,
}
export const selectOwnNetworks = {
  name: 'select-own-networks',
  text: `select n.id, n.display_name from peer_networks n
    where $2 or exists (select from peer_network_memberships m where m.user_id = $1 and m.peer_network_id = n.id)
    order by n.display_name, n.id limit 200`,
}
/** A repeated invitation for the same address and network changes nothing. */
export const insertInvitation = {
  name: 'insert-invitation',
  text: `insert into invitations (inviter_id, email, first_name, last_name, note, peer_network_id, trial_code_id, state)
    values ($1, $2, $3, $4, $5, $6, $7, 'nominated')
    on conflict (email, peer_network_id) where state in ('nominated', 'sent') do nothing returning id`,
}
/** A nomination of someone whom others have already nominated or invited. It is decided together with theirs. */
export const insertBeside = {
  name: 'insert-nomination-beside',
  text: `insert into nominations_beside (id, inviter_id, email, first_name, last_name, note, peer_network_id)
    select nextval('invitations_id_seq'), $1, $2, $3, $4, $5, $6 where not exists (
      select from invitations i where i.inviter_id = $1 and i.email = $2 and i.peer_network_id = $6 and i.state in ('nominated', 'sent'))
    and not exists (
      select from nominations_beside b where b.inviter_id = $1 and b.email = $2 and b.peer_network_id = $6 and b.state in ('nominated', 'sent'))`,
}
/**
 * An earlier invitation for the same address remains and is only sent again. One that still waits for staff becomes a
 * trial: the code grants a trial and nothing more.
 */
export const takeWaiting = {
  name: 'take-waiting-invitation',
  text: `update invitations set trial_code_id = case when state = 'nominated' then $3 else trial_code_id end
    where email = $1 and peer_network_id = $2 and state in ('nominated', 'sent') returning id`,
}
/** A pending invitation into the same network becomes an invitation to the team. */
export const insertTeamInvitation = {
  name: 'insert-team-invitation',
  text: `with kept as (
      insert into invitations (inviter_id, email, first_name, last_name, note, peer_network_id, state)
      values ($1, $2, $3, $4, $5, $6, 'nominated')
      on conflict (email, peer_network_id) where state in ('nominated', 'sent') do update set trial_code_id = null
        where invitations.user_id is null
      returning id),
    held as (
      insert into team_invitations (invitation_id, team_id) select id, $7 from kept
      on conflict (invitation_id) do update set team_id = excluded.team_id)
    select id from kept`,
}
/** The last submitted form counts: its browser is the one the applicant is using. */
export const choosePasswordFor = {
  name: 'choose-password-for-trial',
  text: 'update invitations set chosen_password = $2, chosen_in = $3 where id = $1 and trial_code_id is not null and user_id is null',
}
export const sendInvitation = {
  name: 'send-invitation',
  text: `update invitations i set state = 'sent', token_hash = $2, sent_at = now(), expires_at = now() + make_interval(days => $3),
      decided_by = coalesce($4, i.decided_by)
    from peer_networks n where i.id = $1 and i.state in ('nominated', 'sent') and n.id = i.peer_network_id
    returning i.id, i.email::text, i.first_name, i.note, n.theme, n.display_name as network,
      (select u.name from users u where u.id = i.inviter_id) as inviter,
      (select t.name from team_invitations x join teams t on t.id = x.team_id where x.invitation_id = i.id) as team,
      (select t.days from trial_codes t where t.id = i.trial_code_id) as trial_days`,
}
export const lockDecided = {
  name: 'lock-decided-invitation',
  text: 'select sent_at from invitations where id = $1 for update',
}
export const endInvitation = {
  name: 'end-invitation',
  text: `update invitations set state = case when state = 'nominated' then 'declined' else 'withdrawn' end, token_hash = null, chosen_password = null, chosen_in = null, decided_by = $2
    where id = $1 and state in ('nominated', 'sent') and user_id is null returning state`,
}
export const selectOwnInvitations = {
  name: 'select-own-invitations',
  text: `select ${CARD} from (
      select ${OWN}, trial_code_id from invitations
      union all select ${OWN}, null::bigint from nominations_beside) i
    join peer_networks n on n.id = i.peer_network_id left join trial_codes t on t.id = i.trial_code_id
    where i.inviter_id = $1 order by i.created_at desc, i.id desc limit 100`,
}
export const selectAllInvitations = {
  name: 'select-all-invitations',
  text: `select ${CARD}, u.name as inviter,
      exists (select from users k where k.email = i.email and k.current_state <> 'not joined' and k.id is distinct from i.user_id) as has_account
    from invitations i join peer_networks n on n.id = i.peer_network_id left join trial_codes t on t.id = i.trial_code_id
    left join users u on u.id = i.inviter_id
    order by i.state = 'nominated' desc, i.created_at desc, i.id desc limit 200`,
}
export const selectTrialCode = {
  name: 'select-trial-code',
  text: `select t.id, t.days, t.peer_network_id, n.display_name as network, n.theme, d.name as discipline
    from trial_codes t join peer_networks n on n.id = t.peer_network_id join disciplines d on d.id = n.discipline_id
    where t.code_hash = $1 and t.ended_at is null and t.expires_at > now() and t.uses < t.max_uses`,
}
export const selectAccount = {
  name: 'select-account-by-address',
  text: `select id from users where email = $1 and current_state <> 'not joined'`,
}
export const insertTrialCode = {
  name: 'insert-trial-code',
  text: `insert into trial_codes (code_hash, label, peer_network_id, days, max_uses, created_by, expires_at)
    select $1, $2, n.id, $4, $5, $6, now() + make_interval(days => $7) from peer_networks n where n.id = $3 returning id`,
}
export const selectTrialCodes = {
  name: 'select-trial-codes',
  text: `select t.id, t.label, t.days, t.max_uses, t.uses, t.expires_at, t.ended_at, n.display_name as network
    from trial_codes t join peer_networks n on n.id = t.peer_network_id order by t.created_at desc, t.id desc limit 100`,
}
export const endTrialCode = {
  name: 'end-trial-code',
  text: 'update trial_codes set ended_at = now() where id = $1 and ended_at is null returning label',
}
export const selectNetworkSlugs = { name: 'select-network-slugs', text: 'select id, slug from peer_networks' }
