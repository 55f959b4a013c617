/** What staff read to manage teams; no one else can read it here. */
import { checkedRelations, sql, mayIn, type Sql } from '#server/platform/graph/sql.ts'

const subscriptionState = sql`case when s.state = 'past_due' and access_until(s) <= now() then 'expired' else s.state end`

const inTeam = (id: Sql) => mayIn('finance', sql`array(select o.peer_network_id from teams o where o.id = ${id})`)

export const teamAdministration = checkedRelations({
  staff_networks: sql`select n.* from peer_networks n where ${mayIn('finance', sql`array[n.id]`)}`,
  staff_teams: sql`
    select t.id, t.name, t.seats, t.peer_network_id, t.created_at,
      (select count(*)::integer from team_memberships m where m.team_id = t.id) as num_of_members,
      (select count(*)::integer from team_invitations x join invitations i on i.id = x.invitation_id
        where x.team_id = t.id and i.state = 'sent' and i.user_id is null and i.expires_at > now())
        as num_of_invited,
      (select ${subscriptionState} from subscriptions s where s.team_id = t.id order by s.id desc limit 1) as state
    from teams t where ${mayIn('finance', sql`array[t.peer_network_id]`)}`,
  staff_team_members: sql`
    select m.*, u.current_state from team_memberships m join users u on u.id = m.user_id where ${inTeam(sql`m.team_id`)}`,
  open_team_invitations: sql`
    select i.id, x.team_id, i.email::text as email, i.first_name, i.last_name, i.sent_at, i.expires_at, i.expires_at <= now() as expired
    from team_invitations x join invitations i on i.id = x.invitation_id where i.state = 'sent' and i.user_id is null and ${inTeam(sql`x.team_id`)}`,
  staff_subscriptions: sql`
    select s.id, s.team_id, s.status, s.subscription_total, s.term_start, s.term_end, s.next_billing_at, s.cancelled_at,
      s.cancel_reason, access_until(s) as access_until, ${subscriptionState} as state
    from subscriptions s where ${inTeam(sql`s.team_id`)}`,
  staff_invoices: sql`
    select i.*, s.team_id from invoices i join subscriptions s on s.id = i.subscription_id where ${inTeam(sql`s.team_id`)}`,
})
