import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** The test provider's own records, separate from ours. */
export const insertTestCheckout = statement(
  'insert-test-checkout',
  {
    id: 'text',
    invoiceId: 'text',
    reference: 'text',
    title: 'text',
    amount: 'integer',
    successUrl: 'text',
    cancelUrl: 'text',
    expiresAt: 'timestamptz',
    bill: 'jsonb',
  },
  (p) => sql`
    insert into test_checkouts (id, invoice_id, reference, title, amount, success_url, cancel_url, expires_at, bill)
    values (${p.id}, ${p.invoiceId}, ${p.reference}, ${p.title}, ${p.amount}, ${p.successUrl}, ${p.cancelUrl}, ${p.expiresAt}, ${p.bill}) on conflict (id) do nothing`,
)
export const selectTestCheckout = statement(
  'select-test-checkout',
  { id: 'text' },
  (p) => sql`select c.*, case when c.state = 'open' and c.expires_at <= now() then 'ended' else c.state end as state
    from test_checkouts c where c.id = ${p.id}`,
)
export const lockTestCheckout = statement(
  'lock-test-checkout',
  { id: 'text' },
  (p) => sql`select c.*, case when c.state = 'open' and c.expires_at <= now() then 'ended' else c.state end as state
    from test_checkouts c where c.id = ${p.id} for update`,
)
export const endTestCheckout = statement(
  'end-test-checkout',
  { id: 'text' },
  (p) => sql`update test_checkouts set state = 'ended' where id = ${p.id} and state = 'open'`,
)
export const payTestCheckout = statement(
  'pay-test-checkout',
  { id: 'text', subscriptionId: 'text' },
  (p) => sql`update test_checkouts set state = 'paid', subscription_id = ${p.subscriptionId} where id = ${p.id}`,
)
export const insertTestSubscription = statement(
  'insert-test-subscription',
  { id: 'text', reference: 'text', customer: 'text', amount: 'integer', card: 'text', seats: 'integer' },
  (p) => sql`insert into test_subscriptions (id, reference, customer, amount, card, seats, status, term_start, term_end)
    values (${p.id}, ${p.reference}, ${p.customer}, ${p.amount}, ${p.card}, ${p.seats}, 'active', now(), now() + interval '1 year')
    returning term_start, term_end`,
)
export const insertTestInvoice = statement(
  'insert-test-invoice',
  {
    id: 'text',
    subscriptionId: 'text',
    amount: 'integer',
    bill: 'jsonb',
    periodStart: 'timestamptz',
    periodEnd: 'timestamptz',
    isPaid: 'boolean',
  },
  (p) => sql`
    insert into test_invoices (id, subscription_id, amount, bill, period_start, period_end, issued_at, paid_at, attempts, last_attempt_at)
    values (${p.id}, ${p.subscriptionId}, ${p.amount}, ${p.bill}, ${p.periodStart}, ${p.periodEnd}, ${p.periodStart}, case when ${p.isPaid} then now() end, 1, now())`,
)
export const selectTestSubscription = statement(
  'select-test-subscription',
  { id: 'text' },
  (p) => sql`
    select s.*, (select coalesce(json_agg(i order by i.issued_at, i.id), '[]') from test_invoices i where i.subscription_id = s.id) as invoices
    from test_subscriptions s where s.id = ${p.id}`,
)
export const selectCustomerSubscription = statement(
  'select-test-subscription-of-customer',
  { customer: 'text' },
  (p) => sql`select s.id, s.card, s.status, s.amount, s.term_end, s.cancel_at_period_end,
      (select i.id from test_invoices i where i.subscription_id = s.id and i.paid_at is null order by i.issued_at desc limit 1) as open_invoice
    from test_subscriptions s where s.customer = ${p.customer} order by s.term_start desc, s.id desc limit 1 for update`,
)
export const selectOpenTestInvoice = statement(
  'select-open-test-invoice',
  { id: 'text' },
  (p) => sql`
    select i.id, i.amount, s.reference from test_invoices i join test_subscriptions s on s.id = i.subscription_id
    where i.id = ${p.id} and i.paid_at is null`,
)
export const payTestInvoice = statement(
  'pay-test-invoice',
  { id: 'text', card: 'text' },
  (p) => sql`with paid as (update test_invoices set paid_at = now(), attempts = attempts + 1, last_attempt_at = now()
      where id = ${p.id} and paid_at is null returning subscription_id)
    update test_subscriptions s set status = 'active', past_due_since = null, card = ${p.card}
    from paid where s.id = paid.subscription_id and s.status = 'past_due' returning s.id`,
)
export const cancelTest = statement(
  'cancel-test-subscription',
  { id: 'text', reason: 'text' },
  (p) => sql`
    update test_subscriptions set cancel_at_period_end = true, cancelled_at = coalesce(cancelled_at, now()), cancel_reason = coalesce(${p.reason}, cancel_reason)
    where id = ${p.id} and status <> 'canceled' returning id`,
)
export const resumeTest = statement(
  'resume-test-subscription',
  { id: 'text' },
  (p) => sql`update test_subscriptions set cancel_at_period_end = false, cancelled_at = null, cancel_reason = null
    where id = ${p.id} and status <> 'canceled' returning id`,
)
export const repriceTest = statement(
  'reprice-test-subscription',
  { id: 'text', amount: 'integer', seats: 'integer' },
  (p) =>
    sql`update test_subscriptions set amount = ${p.amount}, seats = ${p.seats} where id = ${p.id} and status <> 'canceled'`,
)
export const changeTestCard = statement(
  'change-test-card',
  { id: 'text', card: 'text' },
  (p) => sql`update test_subscriptions set card = ${p.card} where id = ${p.id} and status <> 'canceled' returning id`,
)
/** Subscriptions whose term is over: those that end and those that renew. */
export const lockDueTests = statement(
  'lock-due-test-subscriptions',
  {},
  () => sql`select id, reference, coalesce((select i.bill->'line'->>'description' from test_invoices i
      where i.subscription_id = test_subscriptions.id and i.bill is not null order by i.issued_at desc limit 1), 'Membership, one year') as title,
      card, status, amount, seats, term_end, cancel_at_period_end from test_subscriptions
    where status = 'active' and term_end <= now() order by id limit 200 for update skip locked`,
)
export const endTest = statement(
  'end-test-subscription',
  { id: 'text' },
  (p) =>
    sql`update test_subscriptions set status = 'canceled', cancelled_at = coalesce(cancelled_at, now()) where id = ${p.id}`,
)
export const renewTest = statement(
  'renew-test-subscription',
  { id: 'text', status: 'text' },
  (p) => sql`
    update test_subscriptions set term_start = term_end, term_end = term_end + interval '1 year', status = ${p.status},
      past_due_since = case when ${p.status} = 'past_due' then term_end end
    where id = ${p.id} returning term_start, term_end`,
)
/** Retried every third day, and given up at the end of the grace period. */
export const lockLateTests = statement(
  'lock-late-test-subscriptions',
  {},
  () => sql`select s.id, s.card, s.past_due_since + grace_period() <= now() as is_over, i.id as invoice
    from test_subscriptions s join test_invoices i on i.subscription_id = s.id and i.paid_at is null
    where s.status = 'past_due' and (s.past_due_since + grace_period() <= now() or i.last_attempt_at <= now() - interval '3 days')
    order by s.id limit 200 for update of s skip locked`,
)
export const countAttempt = statement(
  'count-test-attempt',
  { id: 'text' },
  (p) => sql`update test_invoices set attempts = attempts + 1, last_attempt_at = now() where id = ${p.id}`,
)
export const insertTestPortal = statement(
  'insert-test-portal',
  { id: 'text', customer: 'text', returnUrl: 'text' },
  (p) =>
    sql`insert into test_portals (id, customer, return_url, expires_at) values (${p.id}, ${p.customer}, ${p.returnUrl}, now() + interval '1 hour')`,
)
export const selectTestPortal = statement(
  'select-test-portal',
  { id: 'text' },
  (p) => sql`select customer, return_url from test_portals where id = ${p.id} and expires_at > now()`,
)
