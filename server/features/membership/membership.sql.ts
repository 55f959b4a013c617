/** Statements for payment, sync and settlement. */
import { claimFor } from '#server/platform/database/idempotency.ts'

export const nextRead = { name: 'next-billing-read', text: `select nextval('billing_reads') as number` }

/** Locks the member's team, so that payments run one at a time. */
export const lockTeam = {
  name: 'lock-team',
  text: `select t.id, t.name, t.customer_ref, m.is_billing_admin from team_memberships m join teams t on t.id = m.team_id
    where m.user_id = $1 for update of t`,
}
/** Creates a team of one, named after the company. Does nothing if a concurrent request was faster. */
export const insertOwnTeam = {
  name: 'insert-own-team',
  text: `with team as (
      insert into teams (name, peer_network_id) select coalesce(u.company_name, u.name), $2 from users u where u.id = $1 returning id),
    made as (
      insert into team_memberships (team_id, user_id, is_billing_admin) select id, $1, true from team
      returning id)
    update users set default_membership_id = made.id from made where users.id = $1`,
}
export const lockMember = { name: 'lock-member-for-team', text: 'select id from users where id = $1 for update' }
export const selectLatest = {
  name: 'select-latest-subscription',
  text: `select s.ref, s.state, s.status, s.term_end, access_until(s) > now() as gives_access,
      (select i.ref from invoices i where i.subscription_id = s.id and i.state = 'open' order by i.issued_at desc limit 1) as open_invoice
    from subscriptions s where s.team_id = $1 order by s.id desc limit 1`,
}
export const endOldCheckouts = {
  name: 'end-old-checkouts',
  text: `update checkouts set state = 'ended' where team_id = $1 and state = 'open' and (expires_at <= now() or amount <> $2)`,
}
/** Other open checkouts for this team that could still be paid: those of other users, or for another amount. */
export const selectReplacedCheckouts = {
  name: 'select-replaced-checkouts',
  text: `select c.ref from checkouts c join team_memberships m on m.team_id = c.team_id
    where m.user_id = $1 and m.is_billing_admin and c.state = 'open' and c.ref is not null
      and (c.user_id <> $1 or c.amount <> $2)`,
}
export const selectOpenCheckout = {
  name: 'select-open-checkout',
  text: `select id from checkouts where team_id = $1 and user_id = $2 and state = 'open'`,
}
export const endCheckoutsOfOthers = {
  name: 'end-checkouts-of-others',
  text: `update checkouts set state = 'ended' where team_id = $1 and user_id <> $2 and state = 'open'`,
}
export const insertCheckout = {
  name: 'insert-checkout',
  text: `insert into checkouts (team_id, user_id, provider, amount, expires_at, return_path, seats)
    values ($1, $2, $3, $4, now() + make_interval(mins => $5), $6, $7) returning id`,
}
export const claimCheckout = {
  name: 'claim-checkout',
  text: claimFor('$5'),
}
export const selectCheckout = {
  name: 'select-checkout',
  text: `select c.id, c.url, c.amount, c.seats, c.expires_at, c.state, c.return_path, t.id as team_id, t.customer_ref, u.email::text,
      n.display_name as network
    from checkouts c join teams t on t.id = c.team_id join users u on u.id = c.user_id
    join peer_networks n on n.id = t.peer_network_id where c.id = $1`,
}
export const updateCheckout = {
  name: 'keep-checkout',
  text: `update checkouts set ref = $2, url = $3 where id = $1`,
}
export const selectUnsettledCheckouts = {
  name: 'select-unsettled-checkouts',
  text: `select c.id, c.ref from checkouts c join team_memberships m on m.team_id = c.team_id
    where m.user_id = $1 and c.state = 'open' and c.ref is not null order by c.id limit 20`,
}
export const selectCheckoutByRef = {
  name: 'select-checkout-by-ref',
  text: 'select id, ref from checkouts where ref = $1',
}
export const settleCheckout = { name: 'settle-checkout', text: 'update checkouts set state = $2 where id = $1' }

export const selectSubscriptionRefs = {
  name: 'select-subscription-refs',
  text: `select s.ref from subscriptions s join team_memberships m on m.team_id = s.team_id
    where m.user_id = $1 and s.status <> 'canceled' order by s.id desc limit 20`,
}
export const lockSubscription = {
  name: 'lock-subscription',
  text: 'select state, cancelled_at from subscriptions where ref = $1 for update',
}
/**
 * Never overwrites a newer read with an older one. Returns no row if this read is outdated or the team no longer
 * exists.
 */
export const keepSubscription = {
  name: 'keep-subscription',
  text: `insert into subscriptions as s (team_id, provider, ref, state, status, subscription_total, term_start, term_end,
      next_billing_at, cancelled_at, cancel_reason, past_due_since, card_status, read_number)
    select t.id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 from teams t where t.id = $1
    on conflict (ref) do update set state = excluded.state, status = excluded.status,
      subscription_total = excluded.subscription_total, term_start = excluded.term_start, term_end = excluded.term_end,
      next_billing_at = excluded.next_billing_at, cancelled_at = excluded.cancelled_at,
      cancel_reason = coalesce(excluded.cancel_reason, s.cancel_reason), past_due_since = excluded.past_due_since,
      card_status = excluded.card_status, read_number = excluded.read_number, updated_at = now()
      where s.read_number < excluded.read_number
    returning id, team_id`,
}
export const keepCustomer = {
  name: 'keep-customer',
  text: 'update teams set customer_ref = $2 where id = $1 and customer_ref is distinct from $2',
}
export const settleTeam = {
  name: 'settle-team',
  text: `select m.user_id, settle_membership(m.user_id) from team_memberships m where m.team_id = $1 order by m.user_id`,
}
export const settleMember = { name: 'settle-member', text: 'select settle_membership($1)' }
export const selectPayers = {
  name: 'select-payers',
  text: `select m.user_id from team_memberships m where m.team_id = $1 and m.is_billing_admin order by m.user_id`,
}
export const selectEnding = {
  name: 'select-ending-members',
  text: `select id from users where (current_state = 'full access' and full_access_exp_date <= now())
    or (current_state = 'trial' and trial_end_date <= now()) order by id limit 1000`,
}
export const endMember = {
  name: 'end-member',
  text: `update users u set current_state = 'expired' where u.id = $1 and not u.is_staff and standing_of(u) = 'expired'`,
}
/** Announces each term once. */
export const takeRenewals = {
  name: 'take-renewals',
  text: `update subscriptions s set renewal_noticed_for = s.next_billing_at
    where s.id in (
      select r.id from subscriptions r
      where r.state = 'active' and r.next_billing_at > now() and r.next_billing_at <= now() + make_interval(days => $1)
        and r.renewal_noticed_for is distinct from r.next_billing_at
      order by r.id limit 200 for update skip locked)
    returning s.id, s.team_id, s.subscription_total, s.next_billing_at`,
}
export const insertEvent = {
  name: 'insert-billing-event',
  text: 'insert into billing_events (id, type) values ($1, $2) on conflict (id) do nothing returning id',
}
export const sweepBilling = `
  with events as (delete from billing_events where received_at < now() - interval '90 days'),
    opened as (update checkouts set state = 'ended' where state = 'open' and expires_at < now() - interval '1 day')
  delete from billing_portal_sessions where created_at < now() - interval '1 hour'`
export const keepPortal = {
  name: 'keep-portal',
  text: `insert into billing_portal_sessions (user_id, url, errors) values ($1, $2, $3)
    on conflict (user_id) do update set url = excluded.url, errors = excluded.errors, created_at = now()`,
}
export const selectPayer = {
  name: 'select-payer',
  text: `select t.customer_ref, m.is_billing_admin, n.url_cancel_membership
    from team_memberships m join teams t on t.id = m.team_id join peer_networks n on n.id = t.peer_network_id
    where m.user_id = $1`,
}
export const memberExists = {
  name: 'member-exists',
  text: `select id from users where id = $1 and current_state <> 'not joined'`,
}
