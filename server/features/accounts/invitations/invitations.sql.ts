/** Statements for invitations and trials. */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { type Parameter, sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
const CARD = sql`i.id, i.email::text, i.first_name, i.last_name, i.note, i.state, i.sent_at, i.expires_at, i.used_at, i.created_at,
  i.peer_network_id, n.display_name as network, t.days as trial_days,
  i.state = 'sent' and i.expires_at <= now() as expired`
const OWN = sql`id, inviter_id, email, first_name, last_name, note, state, sent_at, expires_at, used_at, created_at, peer_network_id`
/** Only while it can be accepted: any other invitation looks like one that does not exist. */
const OPEN = (p: {
  tokenHash: Parameter
}) => sql`i.token_hash = ${p.tokenHash} and i.state = 'sent' and i.used_at is null and i.expires_at > now()
      and not exists (select from users b where b.id = i.user_id and b.suspended)`

/** Without pictures: those require a session. */
export const selectInvitation = statement(
  'select-invitation',
  { tokenHash: 'text', limit: 'bigint' },
  (p) => sql`
    select i.code as invite_code, i.email::text, i.first_name, i.last_name, i.note, i.expires_at, t.days as trial_days, i.user_id is not null as begun,
      coalesce((select b.current_onboarding_step from users b where b.id = i.user_id), 'landing') as step,
      json_build_object('id', n.id, 'display_name', n.display_name, 'theme', n.theme, 'discipline', d.name,
        'support_email', n.support_email, 'url_terms', n.url_terms, 'url_privacy_policy', n.url_privacy_policy) as network,
      json_build_object('welcome_page_step_one', n.welcome_page_step_one, 'welcome_page_step_two', n.welcome_page_step_two,
        'welcome_page_step_three', n.welcome_page_step_three, 'welcome_page_step_four', n.welcome_page_step_four) as welcome_page_labels,
      (select json_build_object('id', u.id, 'name', u.name, 'title', u.title, 'company', u.company_name, 'profile_thumbnail_url', null)
        from users u where u.id = i.inviter_id and not u.suspended) as inviter,
      (select coalesce(sum(c.num_of_members), 0)::integer from member_counts c where i.peer_network_id = any(c.networks)) as num_of_members,
      (select coalesce(json_agg(m), '[]') from (
        select u.id, u.name, u.title, u.company_name as company, null::text as profile_thumbnail_url
        from peer_network_memberships p join users u on u.id = p.user_id
        where p.peer_network_id = i.peer_network_id and ${isCountedMember(sql`u`)} and not u.is_staff
          and u.id is distinct from i.inviter_id
        order by u.id limit ${p.limit}) m) as members
    from invitations i join peer_networks n on n.id = i.peer_network_id join disciplines d on d.id = n.discipline_id
    left join trial_codes t on t.id = i.trial_code_id
    where ${OPEN(p)}`,
)
export const lockInvitation = statement(
  'lock-invitation',
  { tokenHash: 'text', chosenIn: 'text' },
  (p) => sql`select i.id, i.code, i.email::text, i.peer_network_id, i.trial_code_id, i.user_id, u.name as inviter,
      (select t.team_id from team_invitations t where t.invitation_id = i.id) as team_id,
      case when i.chosen_in = ${p.chosenIn} then i.chosen_password end as chosen_password
    from invitations i left join users u on u.id = i.inviter_id where ${OPEN(p)} for update of i`,
)
export const useTrialCode = statement(
  'use-trial-code',
  { id: 'bigint' },
  (p) =>
    sql`update trial_codes set uses = uses + 1 where id = ${p.id} and uses < max_uses and ended_at is null returning days`,
)
/** A new user, or the author of an imported message who now joins. No row means that the address has an account. */
export const insertInvitee = statement(
  'insert-invitee',
  {
    firstName: 'text',
    lastName: 'text',
    email: 'citext',
    trialDays: 'integer',
    nominatorName: 'text',
    inviteCode: 'text',
  },
  (p) => sql`
    insert into users (first_name, last_name, email, email_verified, current_state, trial_end_date, nominator_name,
      invite_code, current_onboarding_step)
    values (${p.firstName}, ${p.lastName}, ${p.email}, true, case when ${p.trialDays} is null then 'onboarding' else 'trial' end,
      now() + make_interval(days => ${p.trialDays}), ${p.nominatorName}, ${p.inviteCode}, 'profile')
    on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name, email_verified = true,
      current_state = excluded.current_state, trial_end_date = excluded.trial_end_date, nominator_name = excluded.nominator_name,
      invite_code = excluded.invite_code, current_onboarding_step = 'profile', date_joined = now()
      where users.current_state = 'not joined' and not users.suspended
    returning id`,
)
export const joinNetwork = statement(
  'join-network',
  { userId: 'bigint', peerNetworkId: 'bigint' },
  (p) => sql`insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    values (${p.userId}, ${p.peerNetworkId}, not exists (select from peer_network_memberships where user_id = ${p.userId} and is_primary))
    on conflict (user_id, peer_network_id) do nothing`,
)
/**
 * Adds the invitee to the invitation's team; the first to join becomes its billing admin. An invitee who has a team
 * keeps it.
 */
export const joinTeam = statement(
  'join-team',
  { userId: 'bigint', teamId: 'bigint' },
  (p) => sql`with joined as (
      insert into team_memberships (team_id, user_id, is_billing_admin)
      values (${p.teamId}, ${p.userId}, not exists (select from team_memberships o where o.team_id = ${p.teamId} and o.is_billing_admin))
      on conflict (user_id) do nothing returning id)
    update users u set default_membership_id = joined.id from joined where u.id = ${p.userId}`,
)
/** From now on the link leads back to the onboarding steps, on any device, until there is a password. */
export const beginInvitation = statement(
  'begin-invitation',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`update invitations set user_id = ${p.userId} where id = ${p.id}`,
)
export const acceptInvitation = statement(
  'accept-invitation',
  { userId: 'bigint' },
  (p) =>
    sql`update invitations set state = 'accepted', used_at = now(), token_hash = null, chosen_password = null, chosen_in = null where user_id = ${p.userId} and state = 'sent'`,
)
export const lockInvitee = statement(
  'lock-invitee',
  { userId: 'bigint' },
  (p) => sql`select from users where id = ${p.userId} for update`,
)
export const acceptTerms = statement(
  'accept-terms',
  { userId: 'bigint', termsOfUse: 'integer', privacyPolicy: 'integer' },
  (p) =>
    sql`select accept_legal_as_shown(${p.userId}, array['terms_of_use', 'privacy_policy'], array[${p.termsOfUse}, ${p.privacyPolicy}]::integer[]) as changed`,
)
export const selectOwnNetworks = statement(
  'select-own-networks',
  { userId: 'bigint', isStaff: 'boolean', networkIds: 'bigint[]' },
  (p) => sql`select n.id, n.display_name from peer_networks n
    where ${p.isStaff} or n.id = any(${p.networkIds}) or exists (select from peer_network_memberships m where m.user_id = ${p.userId} and m.peer_network_id = n.id)
    order by n.display_name, n.id limit 200`,
)
/** A repeated invitation for the same address and network changes nothing. */
export const insertInvitation = statement(
  'insert-invitation',
  {
    inviterId: 'bigint',
    email: 'citext',
    firstName: 'text',
    lastName: 'text',
    note: 'text',
    peerNetworkId: 'bigint',
    trialCodeId: 'bigint',
  },
  (p) => sql`
    insert into invitations (inviter_id, email, first_name, last_name, note, peer_network_id, trial_code_id, state)
    values (${p.inviterId}, ${p.email}, ${p.firstName}, ${p.lastName}, ${p.note}, ${p.peerNetworkId}, ${p.trialCodeId}, 'nominated')
    on conflict (email, peer_network_id) where state in ('nominated', 'sent') do nothing returning id`,
)
/** A nomination of someone whom others have already nominated or invited. It is decided together with theirs. */
export const insertBeside = statement(
  'insert-nomination-beside',
  { inviterId: 'bigint', email: 'citext', firstName: 'text', lastName: 'text', note: 'text', peerNetworkId: 'bigint' },
  (p) => sql`insert into nominations_beside (id, inviter_id, email, first_name, last_name, note, peer_network_id)
    select nextval('invitations_id_seq'), ${p.inviterId}, ${p.email}, ${p.firstName}, ${p.lastName}, ${p.note}, ${p.peerNetworkId} where not exists (
      select from invitations i where i.inviter_id = ${p.inviterId} and i.email = ${p.email} and i.peer_network_id = ${p.peerNetworkId} and i.state in ('nominated', 'sent'))
    and not exists (
      select from nominations_beside b where b.inviter_id = ${p.inviterId} and b.email = ${p.email} and b.peer_network_id = ${p.peerNetworkId} and b.state in ('nominated', 'sent'))`,
)
/**
 * An earlier invitation for the same address remains and is only sent again. One that still waits for staff becomes a
 * trial: the code grants a trial and nothing more.
 */
export const takeWaiting = statement(
  'take-waiting-invitation',
  { email: 'citext', peerNetworkId: 'bigint', trialCodeId: 'bigint' },
  (p) => sql`
    update invitations set trial_code_id = case when state = 'nominated' then ${p.trialCodeId} else trial_code_id end
    where email = ${p.email} and peer_network_id = ${p.peerNetworkId} and state in ('nominated', 'sent') returning id`,
)
/** A pending invitation into the same network becomes an invitation to the team. */
export const insertTeamInvitation = statement(
  'insert-team-invitation',
  {
    inviterId: 'bigint',
    email: 'citext',
    firstName: 'text',
    lastName: 'text',
    note: 'text',
    peerNetworkId: 'bigint',
    teamId: 'bigint',
  },
  (p) => sql`with kept as (
      insert into invitations (inviter_id, email, first_name, last_name, note, peer_network_id, state)
      values (${p.inviterId}, ${p.email}, ${p.firstName}, ${p.lastName}, ${p.note}, ${p.peerNetworkId}, 'nominated')
      on conflict (email, peer_network_id) where state in ('nominated', 'sent') do update set trial_code_id = null
        where invitations.user_id is null
      returning id),
    held as (
      insert into team_invitations (invitation_id, team_id) select id, ${p.teamId} from kept
      on conflict (invitation_id) do update set team_id = excluded.team_id)
    select id from kept`,
)
/** The last submitted form counts: its browser is the one the applicant is using. */
export const choosePasswordFor = statement(
  'choose-password-for-trial',
  { id: 'bigint', chosenPassword: 'text', chosenIn: 'text' },
  (p) =>
    sql`update invitations set chosen_password = ${p.chosenPassword}, chosen_in = ${p.chosenIn} where id = ${p.id} and trial_code_id is not null and user_id is null`,
)
export const sendInvitation = statement(
  'send-invitation',
  { id: 'bigint', tokenHash: 'text', days: 'integer', decidedBy: 'bigint' },
  (p) => sql`
    update invitations i set state = 'sent', token_hash = ${p.tokenHash}, sent_at = now(), expires_at = now() + make_interval(days => ${p.days}),
      decided_by = coalesce(${p.decidedBy}, i.decided_by)
    from peer_networks n where i.id = ${p.id} and i.state in ('nominated', 'sent') and n.id = i.peer_network_id
    returning i.id, i.email::text, i.first_name, i.note, n.theme, n.display_name as network,
      (select u.name from users u where u.id = i.inviter_id) as inviter,
      (select t.name from team_invitations x join teams t on t.id = x.team_id where x.invitation_id = i.id) as team,
      (select t.days from trial_codes t where t.id = i.trial_code_id) as trial_days`,
)
export const lockDecided = statement(
  'lock-decided-invitation',
  { id: 'bigint' },
  (p) => sql`select sent_at from invitations where id = ${p.id} for update`,
)
export const endInvitation = statement(
  'end-invitation',
  { id: 'bigint', decidedBy: 'bigint' },
  (p) => sql`
    update invitations set state = case when state = 'nominated' then 'declined' else 'withdrawn' end, token_hash = null, chosen_password = null, chosen_in = null, decided_by = ${p.decidedBy}
    where id = ${p.id} and state in ('nominated', 'sent') and user_id is null returning state`,
)
export const selectOwnInvitations = statement(
  'select-own-invitations',
  { inviterId: 'bigint' },
  (p) => sql`select ${CARD} from (
      select ${OWN}, trial_code_id from invitations
      union all select ${OWN}, null::bigint from nominations_beside) i
    join peer_networks n on n.id = i.peer_network_id left join trial_codes t on t.id = i.trial_code_id
    where i.inviter_id = ${p.inviterId} order by i.created_at desc, i.id desc limit 100`,
)
export const selectAllInvitations = statement(
  'select-all-invitations',
  {},
  () => sql`select ${CARD}, u.name as inviter,
      exists (select from users k where k.email = i.email and k.current_state <> 'not joined' and k.id is distinct from i.user_id) as has_account
    from invitations i join peer_networks n on n.id = i.peer_network_id left join trial_codes t on t.id = i.trial_code_id
    left join users u on u.id = i.inviter_id
    order by i.state = 'nominated' desc, i.created_at desc, i.id desc limit 200`,
)
export const selectTrialCode = statement(
  'select-trial-code',
  { codeHash: 'text' },
  (p) => sql`select t.id, t.days, t.peer_network_id, n.display_name as network, n.theme, d.name as discipline
    from trial_codes t join peer_networks n on n.id = t.peer_network_id join disciplines d on d.id = n.discipline_id
    where t.code_hash = ${p.codeHash} and t.ended_at is null and t.expires_at > now() and t.uses < t.max_uses`,
)
export const selectAccount = statement(
  'select-account-by-address',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email} and current_state <> 'not joined'`,
)
export const insertTrialCode = statement(
  'insert-trial-code',
  {
    codeHash: 'text',
    label: 'text',
    peerNetworkId: 'bigint',
    days: 'integer',
    maxUses: 'integer',
    createdBy: 'bigint',
    validDays: 'integer',
  },
  (p) => sql`insert into trial_codes (code_hash, label, peer_network_id, days, max_uses, created_by, expires_at)
    select ${p.codeHash}, ${p.label}, n.id, ${p.days}, ${p.maxUses}, ${p.createdBy}, now() + make_interval(days => ${p.validDays}) from peer_networks n where n.id = ${p.peerNetworkId} returning id`,
)
export const selectTrialCodes = statement(
  'select-trial-codes',
  {},
  () => sql`select t.id, t.label, t.days, t.max_uses, t.uses, t.expires_at, t.ended_at, n.display_name as network
    from trial_codes t join peer_networks n on n.id = t.peer_network_id order by t.created_at desc, t.id desc limit 100`,
)
export const endTrialCode = statement(
  'end-trial-code',
  { id: 'bigint' },
  (p) => sql`update trial_codes set ended_at = now() where id = ${p.id} and ended_at is null returning label`,
)
export const selectNetworkSlugs = statement('select-network-slugs', {}, () => sql`select id, slug from peer_networks`)
