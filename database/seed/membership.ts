/**
 * Who pays for whom in the demo: the colleagues of a billing admin are a team, one member's renewal payment failed some
 * days ago, and one membership ended unpaid. The test billing provider has the same data, so everything can be changed
 * and paid.
 */
import type { ClientBase } from 'pg'

const BILLING_ADMIN = 'billing@legal.test'
const UNPAID = { email: 'ben@members.test', days: 5 }
/** The demo's issuer. No such company exists. */
const ISSUER = {
  name: 'Counterpart Networks, Inc.',
  address: '410 Example Street\nWilmington, DE 19801',
  country: 'US',
  tax_id: '12-3456789',
}
const ENDED = { email: 'frank@members.test', days: 30 }

export async function seedMembership(client: ClientBase): Promise<void> {
  await client.query(
    `with payers as (
       -- The colleagues of the billing admin share hers; everybody else pays alone.
       select u.id as member_id, coalesce(
         (select a.id from users a where a.email = $1 and a.company_id = u.company_id), u.id) as payer_id
       from users u where u.current_state in ('full access', 'expired') and not u.is_staff and not u.suspended
         and exists (select from peer_network_memberships m where m.user_id = u.id)),
     made as (
       insert into teams (name, peer_network_id, customer_ref)
       select u.company_name, m.peer_network_id, 'cus_demo_' || u.id
       from users u join peer_network_memberships m on m.user_id = u.id and m.is_primary
       where u.id in (select p.payer_id from payers p) order by u.id returning id, customer_ref),
     joined as (
       insert into team_memberships (team_id, user_id, is_billing_admin)
       select made.id, p.member_id, p.member_id = p.payer_id
       from payers p join made on made.customer_ref = 'cus_demo_' || p.payer_id
       order by p.member_id returning id, user_id)
     update users u set default_membership_id = j.id from joined j where u.id = j.user_id`,
    [BILLING_ADMIN],
  )
  await client.query(
    `with terms as (
       select t.id as team_id, t.customer_ref, u.email, n.id as network_id,
         case when u.country = 'United States' then n.billing_membership_price else n.billing_membership_price_international end
           * (select count(*) from team_memberships o where o.team_id = t.id)::integer as amount,
         (select count(*) from team_memberships o where o.team_id = t.id)::integer as seats,
         case u.email when $1 then now() - make_interval(days => $2) when $3 then now() - make_interval(days => $4)
           else u.full_access_exp_date end as paid_until
       from teams t join team_memberships m on m.team_id = t.id and m.is_billing_admin join users u on u.id = m.user_id
       join peer_networks n on n.id = t.peer_network_id)
     insert into test_subscriptions (id, reference, customer, amount, seats, card, status, term_start, term_end, past_due_since, cancelled_at)
     select 'sub_demo_' || team_id, team_id, customer_ref, amount, seats,
       case when email in ($1, $3) then 'later_failure' else 'success' end,
       case email when $1 then 'past_due' when $3 then 'canceled' else 'active' end,
       case when email in ($1, $3) then paid_until else paid_until - interval '1 year' end,
       case when email in ($1, $3) then paid_until + interval '1 year' else paid_until end,
       case when email in ($1, $3) then paid_until end,
       case when email = $3 then paid_until + grace_period() end
     from terms`,
    [UNPAID.email, UNPAID.days, ENDED.email, ENDED.days],
  )
  await client.query(
    `insert into test_invoices (id, subscription_id, amount, bill, period_start, period_end, issued_at, paid_at, attempts, last_attempt_at)
     select 'in_demo_' || s.reference || '_' || y, s.id, s.amount,
       jsonb_build_object('note', '', 'line', jsonb_build_object('description', n.display_name || ', one year', 'quantity', s.seats,
         'unit_price', s.amount / s.seats, 'net', s.amount, 'tax_percent', 0, 'tax', 0, 'gross', s.amount)),
       s.term_start - make_interval(years => y), s.term_end - make_interval(years => y), s.term_start - make_interval(years => y),
       case when s.past_due_since is null or y > 0 then s.term_start - make_interval(years => y) end, 1,
       s.term_start - make_interval(years => y)
     from test_subscriptions s join teams t on t.id = s.reference::bigint join peer_networks n on n.id = t.peer_network_id
       cross join generate_series(0, 1) y`,
  )
  await client.query(
    `insert into subscriptions (team_id, provider, ref, state, status, subscription_total, term_start, term_end, next_billing_at,
       cancelled_at, past_due_since, card_status, read_number)
     select s.reference::bigint, 'test', s.id, case s.status when 'canceled' then 'expired' else s.status end, s.status, s.amount,
       s.term_start, s.term_end, case when s.status <> 'canceled' then s.term_end end, s.cancelled_at, s.past_due_since,
       case when s.past_due_since is null then 'valid' else 'declined' end, nextval('billing_reads')
     from test_subscriptions s order by s.reference::bigint`,
  )
  await client.query(
    `with issued as (
       insert into invoices (subscription_id, ref, number, amount, state, period_start, period_end, issued_at, paid_at,
         receipt_mailed_at, failures_mailed, issuer, customer, lines, net, time_zone)
       select s.id, i.id, 'INV-' || lpad(row_number() over (order by i.issued_at, i.id)::text, 5, '0'), i.amount,
         case when i.paid_at is not null then 'paid' when s.status = 'canceled' then 'void' else 'open' end,
         i.period_start, i.period_end, i.issued_at, i.paid_at, i.paid_at, case when i.paid_at is null then i.attempts else 0 end,
         $1::jsonb, jsonb_build_object('company', t.name, 'contact', u.name, 'address', '', 'country', '', 'tax_id', ''),
         jsonb_build_array(i.bill->'line'), i.amount, u.time_zone
       from test_invoices i join subscriptions s on s.ref = i.subscription_id join teams t on t.id = s.team_id
         join team_memberships m on m.team_id = t.id and m.is_billing_admin join users u on u.id = m.user_id
       order by i.issued_at, i.id returning id)
     insert into invoice_series (prefix, last_number) select 'INV-', count(*) from issued`,
    [JSON.stringify(ISSUER)],
  )
  await client.query(
    `insert into community_settings (key, value, changed_by)
     select 'invoice_issuer_' || e.key, to_jsonb(e.value), u.id from jsonb_each_text($1::jsonb) e
     cross join (select id from users where is_staff order by id limit 1) u`,
    [JSON.stringify(ISSUER)],
  )
  await client.query(
    `insert into billing_details (team_id, company, address, country, tax_id)
     select m.team_id, $2, $3, 'US', '98-7654321' from team_memberships m join users u on u.id = m.user_id where u.email = $1`,
    [BILLING_ADMIN, 'Umber Health, Inc.', '2200 Harbor Avenue\nBoston, MA 02110'],
  )
  await client.query('select settle_membership(user_id) from team_memberships order by user_id')
  await client.query(
    `update teams t set seats = m.members from (
       select team_id, count(*)::integer as members from team_memberships group by team_id having count(*) > 1) m where m.team_id = t.id`,
  )
}
