/**
 * Access rules for memberships. A team's billing admin can read what the team pays and its members; other members can
 * read only their own status.
 */
import { networkPrice } from '#server/features/networks/index.ts'
import { uncheckedRelations, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'

const administers = sql`exists (
  select from team_memberships a where a.team_id = m.team_id and a.user_id = ${viewer.id} and a.is_billing_admin)`

const priceOn = (day: Sql) =>
  networkPrice({ prices: sql`network_prices`, network: sql`n`, isInternational: sql`c.is_international`, day })

export const membership = uncheckedRelations({
  standing: sql`select u.id, standing_of(u) as standing from users u where u.id = ${viewer.id}`,
  own_team_membership: sql`select m.* from team_memberships m where m.user_id = ${viewer.id}`,
  team_memberships: sql`select m.* from team_memberships m where m.user_id = ${viewer.id} or ${administers}`,
  teams: sql`
    select t.id, t.name, t.peer_network_id from teams t
    where exists (select from team_memberships m where m.team_id = t.id and m.user_id = ${viewer.id})`,
  /** What every team member can read: the end of access, and the payment state. */
  own_access: sql`
    select s.state, access_until(s) as access_until
    from team_memberships m join subscriptions s on s.team_id = m.team_id where m.user_id = ${viewer.id}`,
  subscriptions: sql`
    select s.id, s.team_id, s.status, s.subscription_total, s.term_start, s.term_end, s.next_billing_at, s.cancelled_at,
      s.cancel_reason, s.ref, access_until(s) as access_until,
      case when s.state = 'past_due' and access_until(s) <= now() then 'expired' else s.state end as state
    from subscriptions s join team_memberships m on m.team_id = s.team_id
    where m.user_id = ${viewer.id} and m.is_billing_admin`,
  invoices: sql`
    select i.*, s.team_id from invoices i join subscriptions s on s.id = i.subscription_id
    join team_memberships m on m.team_id = s.team_id
    where m.user_id = ${viewer.id} and m.is_billing_admin`,
  billing_details: sql`
    select b.* from billing_details b join team_memberships m on m.team_id = b.team_id
    where m.user_id = ${viewer.id} and m.is_billing_admin`,
  /** Facts that determine the tax on the viewer's current price. */
  tax_facts: sql`
    select p.id as user_id, coalesce(b.country, '') as country, coalesce(b.tax_id, '') as tax_id,
      (select s.value #>> '{}' from community_settings s where s.key = 'invoice_issuer_country') as issuer_country,
      (select s.value #>> '{}' from community_settings s where s.key = 'invoice_tax_rates') as rates
    from users p left join team_memberships m on m.user_id = p.id left join billing_details b on b.team_id = m.team_id
    where p.id = ${viewer.id}`,
  /**
   * The price of the team's network, otherwise of the primary one. The international price applies by chapter, and by
   * country if there is no chapter. A billing admin pays for all seats of the team.
   */
  price: sql`
    select p.*, p.amount * p.num_of_seats as total
    from (
      select n.id as peer_network_id, h.name as chapter_name, c.is_international,
        ${priceOn(sql`current_date`)} as amount, next.day as next_from,
        case when next.day is not null then ${priceOn(sql`next.day`)} end as next_amount,
        case when m.is_billing_admin then greatest(t.seats, (select count(*) from team_memberships o where o.team_id = t.id)) else 1 end::integer
          as num_of_seats,
        coalesce(m.is_billing_admin, true) as is_payer,
        (select a.name from team_memberships b join users a on a.id = b.user_id
          where b.team_id = t.id and b.is_billing_admin order by b.id limit 1) as payer_name
      from users u left join team_memberships m on m.user_id = u.id left join teams t on t.id = m.team_id
      left join profiles f on f.user_id = u.id left join chapters h on h.id = f.chapter_id
      cross join lateral (select coalesce(h.is_international, u.country <> 'United States', false) as is_international) c
      join peer_networks n on n.id = coalesce(t.peer_network_id, (
        select o.peer_network_id from peer_network_memberships o where o.user_id = u.id
        order by o.is_primary desc, o.peer_network_id limit 1))
      left join lateral (
        select min(o.valid_from) as day from network_prices o where o.peer_network_id = n.id and o.valid_from > current_date) next on true
      where u.id = ${viewer.id}) p`,
  checkouts: sql`select c.id, c.url, c.state from checkouts c where c.user_id = ${viewer.id}`,
  portal_sessions: sql`select p.url, p.errors from billing_portal_sessions p where p.user_id = ${viewer.id}`,
})
