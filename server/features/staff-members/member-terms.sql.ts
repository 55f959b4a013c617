/** Statements for a member's networks and dates. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const selectNamedNetworks = statement(
  'select-named-networks',
  { ids: 'bigint[]' },
  (p) => sql`select id, display_name from peer_networks where id = any(${p.ids}) order by display_name, id`,
)
export const selectMemberNetworks = statement(
  'select-networks-of-member',
  { userId: 'bigint' },
  (p) =>
    sql`select peer_network_id as id, is_primary from peer_network_memberships where user_id = ${p.userId} order by 1`,
)
export const leaveNetworks = statement(
  'leave-other-networks',
  { userId: 'bigint', ids: 'bigint[]' },
  (p) => sql`delete from peer_network_memberships where user_id = ${p.userId} and peer_network_id <> all(${p.ids})`,
)
/** Two primary networks at once violate an index, so this runs before the new one is set. */
export const clearPrimaryNetwork = statement(
  'clear-primary-network',
  { userId: 'bigint', primaryId: 'bigint' },
  (p) => sql`update peer_network_memberships set is_primary = false
    where user_id = ${p.userId} and is_primary and peer_network_id <> ${p.primaryId}`,
)
export const joinNetworks = statement(
  'join-networks',
  { userId: 'bigint', ids: 'bigint[]', primaryId: 'bigint' },
  (p) => sql`insert into peer_network_memberships (user_id, peer_network_id, is_primary)
    select ${p.userId}, n.id, n.id = ${p.primaryId} from peer_networks n where n.id = any(${p.ids})
    on conflict (user_id, peer_network_id) do update set is_primary = excluded.is_primary
      where peer_network_memberships.is_primary is distinct from excluded.is_primary`,
)
export const selectTerms = statement(
  'select-terms-of-member',
  { userId: 'bigint' },
  (p) => sql`select u.current_state, u.trial_end_date, u.full_access_exp_date,
      exists (select from team_memberships t join subscriptions s on s.team_id = t.team_id
        where t.user_id = u.id and access_until(s) > now()) as is_paid_by_team
    from users u where u.id = ${p.userId}`,
)
/** The state follows the dates, as if the new dates had been there from the beginning. */
export const setTerms = statement(
  'set-terms-of-member',
  { userId: 'bigint', trialEnd: 'timestamptz', accessEnd: 'timestamptz' },
  (
    p,
  ) => sql`update users u set trial_end_date = ${p.trialEnd}, full_access_exp_date = ${p.accessEnd}, updated_at = now(),
      current_state = case
        when u.is_staff or u.current_state = 'not joined' then u.current_state
        when ${p.accessEnd} > now() then case when u.on_boarding_complete then 'full access' else 'onboarding' end
        when u.current_state = 'full access' and ${p.accessEnd} is null then u.current_state
        when ${p.trialEnd} > now() or (u.current_state = 'trial' and ${p.trialEnd} is null) then 'trial'
        when coalesce(${p.accessEnd}, ${p.trialEnd}) is not null then 'expired'
        else u.current_state end
    where u.id = ${p.userId} returning u.current_state`,
)
