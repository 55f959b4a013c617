/** Statements for payment, sync and settlement. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claimFor } from '#server/platform/database/idempotency.ts'

export const nextRead = statement('next-billing-read', {}, () => sql`select nextval('billing_reads') as number`)

/** Locks the member's team, so that payments run one at a time. */
export const lockTeam = statement(
  'lock-team',
  { userId: 'bigint' },
  (p) => sql`
    select t.id, t.name, t.customer_ref, m.is_billing_admin from team_memberships m join teams t on t.id = m.team_id
    where m.user_id = ${p.userId} for update of t`,
)
/** Creates a team of one, named after the company. Does nothing if a concurrent request was faster. */
export const insertOwnTeam = statement(
  'insert-own-team',
  { userId: 'bigint', peerNetworkId: 'bigint' },
  (p) => sql`with team as (
      insert into teams (name, peer_network_id) select coalesce(u.company_name, u.name), ${p.peerNetworkId} from users u where u.id = ${p.userId} returning id),
    made as (
      insert into team_memberships (team_id, user_id, is_billing_admin) select id, ${p.userId}, true from team
      returning id)
    update users set default_membership_id = made.id from made where users.id = ${p.userId}`,
)
export const lockMember = statement(
  'lock-member-for-team',
  { userId: 'bigint' },
  (p) => sql`select id from users where id = ${p.userId} for update`,
)
export const selectLatest = statement(
  'select-latest-subscription',
  { teamId: 'bigint' },
  (p) => sql`select s.ref, s.state, s.status, s.term_end, access_until(s) > now() as gives_access,
      (select i.ref from invoices i where i.subscription_id = s.id and i.state = 'open' order by i.issued_at desc limit 1) as open_invoice
    from subscriptions s where s.team_id = ${p.teamId} order by s.id desc limit 1`,
)
export const endOldCheckouts = statement(
  'end-old-checkouts',
  { teamId: 'bigint', amount: 'integer' },
  (p) =>
    sql`update checkouts set state = 'ended' where team_id = ${p.teamId} and state = 'open' and (expires_at <= now() or amount <> ${p.amount})`,
)
/** Other open checkouts for this team that could still be paid: those of other users, or for another amount. */
export const selectReplacedCheckouts = statement(
  'select-replaced-checkouts',
  { userId: 'bigint', amount: 'integer' },
  (p) => sql`select c.ref from checkouts c join team_memberships m on m.team_id = c.team_id
    where m.user_id = ${p.userId} and m.is_billing_admin and c.state = 'open' and c.ref is not null
      and (c.user_id <> ${p.userId} or c.amount <> ${p.amount})`,
)
export const selectOpenCheckout = statement(
  'select-open-checkout',
  { teamId: 'bigint', userId: 'bigint' },
  (p) => sql`select id from checkouts where team_id = ${p.teamId} and user_id = ${p.userId} and state = 'open'`,
)
export const endCheckoutsOfOthers = statement(
  'end-checkouts-of-others',
  { teamId: 'bigint', userId: 'bigint' },
  (p) =>
    sql`update checkouts set state = 'ended' where team_id = ${p.teamId} and user_id <> ${p.userId} and state = 'open'`,
)
export const insertCheckout = statement(
  'insert-checkout',
  {
    teamId: 'bigint',
    userId: 'bigint',
    provider: 'text',
    amount: 'integer',
    minutes: 'integer',
    returnPath: 'text',
    seats: 'integer',
  },
  (p) => sql`insert into checkouts (team_id, user_id, provider, amount, expires_at, return_path, seats)
    values (${p.teamId}, ${p.userId}, ${p.provider}, ${p.amount}, now() + make_interval(mins => ${p.minutes}), ${p.returnPath}, ${p.seats}) returning id`,
)
export const claimCheckout = statement(
  'claim-checkout',
  { ...CLAIM, result: 'bigint' },
  (p) => sql`${claimFor(p, p.result)}`,
)
export const selectCheckout = statement(
  'select-checkout',
  { id: 'bigint' },
  (p) => sql`
    select c.id, c.url, c.amount, c.seats, c.expires_at, c.state, c.return_path, t.id as team_id, t.customer_ref, u.email::text,
      n.display_name as network
    from checkouts c join teams t on t.id = c.team_id join users u on u.id = c.user_id
    join peer_networks n on n.id = t.peer_network_id where c.id = ${p.id}`,
)
export const updateCheckout = statement(
  'keep-checkout',
  { id: 'bigint', ref: 'text', url: 'text' },
  (p) => sql`update checkouts set ref = ${p.ref}, url = ${p.url} where id = ${p.id}`,
)
export const selectUnsettledCheckouts = statement(
  'select-unsettled-checkouts',
  { userId: 'bigint' },
  (p) => sql`select c.id, c.ref from checkouts c join team_memberships m on m.team_id = c.team_id
    where m.user_id = ${p.userId} and c.state = 'open' and c.ref is not null order by c.id limit 20`,
)
export const selectCheckoutByRef = statement(
  'select-checkout-by-ref',
  { ref: 'text' },
  (p) => sql`select id, ref from checkouts where ref = ${p.ref}`,
)
export const settleCheckout = statement(
  'settle-checkout',
  { id: 'bigint', state: 'text' },
  (p) => sql`update checkouts set state = ${p.state} where id = ${p.id}`,
)

export const selectSubscriptionRefs = statement(
  'select-subscription-refs',
  { userId: 'bigint' },
  (p) => sql`select s.ref from subscriptions s join team_memberships m on m.team_id = s.team_id
    where m.user_id = ${p.userId} and s.status <> 'canceled' order by s.id desc limit 20`,
)
export const lockSubscription = statement(
  'lock-subscription',
  { ref: 'text' },
  (p) => sql`select state, cancelled_at from subscriptions where ref = ${p.ref} for update`,
)
/**
 * Never overwrites a newer read with an older one. Returns no row if this read is outdated or the team no longer
 * exists.
 */
export const keepSubscription = statement(
  'keep-subscription',
  {
    teamId: 'bigint',
    provider: 'text',
    ref: 'text',
    state: 'text',
    status: 'text',
    subscriptionTotal: 'integer',
    termStart: 'timestamptz',
    termEnd: 'timestamptz',
    nextBillingAt: 'timestamptz',
    cancelledAt: 'timestamptz',
    cancelReason: 'text',
    pastDueSince: 'timestamptz',
    cardStatus: 'text',
    readNumber: 'bigint',
  },
  (p) => sql`
    insert into subscriptions as s (team_id, provider, ref, state, status, subscription_total, term_start, term_end,
      next_billing_at, cancelled_at, cancel_reason, past_due_since, card_status, read_number)
    select t.id, ${p.provider}, ${p.ref}, ${p.state}, ${p.status}, ${p.subscriptionTotal}, ${p.termStart}, ${p.termEnd}, ${p.nextBillingAt}, ${p.cancelledAt}, ${p.cancelReason}, ${p.pastDueSince}, ${p.cardStatus}, ${p.readNumber} from teams t where t.id = ${p.teamId}
    on conflict (ref) do update set state = excluded.state, status = excluded.status,
      subscription_total = excluded.subscription_total, term_start = excluded.term_start, term_end = excluded.term_end,
      next_billing_at = excluded.next_billing_at, cancelled_at = excluded.cancelled_at,
      cancel_reason = coalesce(excluded.cancel_reason, s.cancel_reason), past_due_since = excluded.past_due_since,
      card_status = excluded.card_status, read_number = excluded.read_number, updated_at = now()
      where s.read_number < excluded.read_number
    returning id, team_id`,
)
export const keepCustomer = statement(
  'keep-customer',
  { teamId: 'bigint', customerRef: 'text' },
  (p) =>
    sql`update teams set customer_ref = ${p.customerRef} where id = ${p.teamId} and customer_ref is distinct from ${p.customerRef}`,
)
export const settleTeam = statement(
  'settle-team',
  { teamId: 'bigint' },
  (p) =>
    sql`select m.user_id, settle_membership(m.user_id) from team_memberships m where m.team_id = ${p.teamId} order by m.user_id`,
)
export const settleMember = statement(
  'settle-member',
  { userId: 'bigint' },
  (p) => sql`select settle_membership(${p.userId})`,
)
export const selectPayers = statement(
  'select-payers',
  { teamId: 'bigint' },
  (p) =>
    sql`select m.user_id from team_memberships m where m.team_id = ${p.teamId} and m.is_billing_admin order by m.user_id`,
)
export const selectEnding = statement(
  'select-ending-members',
  {},
  () => sql`select id from users where (current_state = 'full access' and full_access_exp_date <= now())
    or (current_state = 'trial' and trial_end_date <= now()) order by id limit 1000`,
)
export const endMember = statement(
  'end-member',
  { id: 'bigint' },
  (p) =>
    sql`update users u set current_state = 'expired' where u.id = ${p.id} and not u.is_staff and standing_of(u) = 'expired'`,
)
/** Announces each term once. */
export const takeRenewals = statement(
  'take-renewals',
  { days: 'integer' },
  (p) => sql`update subscriptions s set renewal_noticed_for = s.next_billing_at
    where s.id in (
      select r.id from subscriptions r
      where r.state = 'active' and r.next_billing_at > now() and r.next_billing_at <= now() + make_interval(days => ${p.days})
        and r.renewal_noticed_for is distinct from r.next_billing_at
      order by r.id limit 200 for update skip locked)
    returning s.id, s.team_id, s.subscription_total, s.next_billing_at`,
)
export const insertEvent = statement(
  'insert-billing-event',
  { id: 'text', type: 'text' },
  (p) =>
    sql`insert into billing_events (id, type) values (${p.id}, ${p.type}) on conflict (id) do nothing returning id`,
)
export const sweepBilling = `
  with events as (delete from billing_events where received_at < now() - interval '90 days'),
    opened as (update checkouts set state = 'ended' where state = 'open' and expires_at < now() - interval '1 day')
  delete from billing_portal_sessions where created_at < now() - interval '1 hour'`
export const keepPortal = statement(
  'keep-portal',
  { userId: 'bigint', url: 'text', errors: 'jsonb' },
  (p) => sql`insert into billing_portal_sessions (user_id, url, errors) values (${p.userId}, ${p.url}, ${p.errors})
    on conflict (user_id) do update set url = excluded.url, errors = excluded.errors, created_at = now()`,
)
export const selectPayer = statement(
  'select-payer',
  { userId: 'bigint' },
  (p) => sql`select t.customer_ref, m.is_billing_admin, n.url_cancel_membership
    from team_memberships m join teams t on t.id = m.team_id join peer_networks n on n.id = t.peer_network_id
    where m.user_id = ${p.userId}`,
)
export const memberExists = statement(
  'member-exists',
  { userId: 'bigint' },
  (p) => sql`select id from users where id = ${p.userId} and current_state <> 'not joined'`,
)
