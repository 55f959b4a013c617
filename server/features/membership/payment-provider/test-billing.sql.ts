/** The test provider's own records, separate from ours. */
export const insertTestCheckout = {
  name: 'insert-test-checkout',
  text: `insert into test_checkouts (id, invoice_id, reference, title, amount, success_url, cancel_url, expires_at, bill)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
}
export const selectTestCheckout = {
  name: 'select-test-checkout',
  text: `select c.*, case when c.state = 'open' and c.expires_at <= now() then 'ended' else c.state end as state
    from test_checkouts c where c.id = $1`,
}
export const lockTestCheckout = {
  name: 'lock-test-checkout',
  text: `select c.*, case when c.state = 'open' and c.expires_at <= now() then 'ended' else c.state end as state
    from test_checkouts c where c.id = $1 for update`,
}
export const endTestCheckout = {
  name: 'end-test-checkout',
  text: `update test_checkouts set state = 'ended' where id = $1 and state = 'open'`,
}
export const payTestCheckout = {
  name: 'pay-test-checkout',
  text: `update test_checkouts set state = 'paid', subscription_id = $2 where id = $1`,
}
export const insertTestSubscription = {
  name: 'insert-test-subscription',
  text: `insert into test_subscriptions (id, reference, customer, amount, card, seats, status, term_start, term_end)
    values ($1, $2, $3, $4, $5, $6, 'active', now(), now() + interval '1 year')
    returning term_start, term_end`,
}
export const insertTestInvoice = {
  name: 'insert-test-invoice',
  text: `insert into test_invoices (id, subscription_id, amount, bill, period_start, period_end, issued_at, paid_at, attempts, last_attempt_at)
    values ($1, $2, $3, $4, $5, $6, $5, case when $7::boolean then now() end, 1, now())`,
}
export const selectTestSubscription = {
  name: 'select-test-subscription',
  text: `select s.*, (select coalesce(json_agg(i order by i.issued_at, i.id), '[]') from test_invoices i where i.subscription_id = s.id) as invoices
    from test_subscriptions s where s.id = $1`,
}
export const selectCustomerSubscription = {
  name: 'select-test-subscription-of-customer',
  text: `select s.id, s.card, s.status, s.amount, s.term_end, s.cancel_at_period_end,
      (select i.id from test_invoices i where i.subscription_id = s.id and i.paid_at is null order by i.issued_at desc limit 1) as open_invoice
    from test_subscriptions s where s.customer = $1 order by s.term_start desc, s.id desc limit 1 for update`,
}
export const selectOpenTestInvoice = {
  name: 'select-open-test-invoice',
  text: `select i.id, i.amount, s.reference from test_invoices i join test_subscriptions s on s.id = i.subscription_id
    where i.id = $1 and i.paid_at is null`,
}
export const payTestInvoice = {
  name: 'pay-test-invoice',
  text: `with paid as (update test_invoices set paid_at = now(), attempts = attempts + 1, last_attempt_at = now()
      where id = $1 and paid_at is null returning subscription_id)
    update test_subscriptions s set status = 'active', past_due_since = null, card = $2
    from paid where s.id = paid.subscription_id and s.status = 'past_due' returning s.id`,
}
export const cancelTest = {
  name: 'cancel-test-subscription',
  text: `update test_subscriptions set cancel_at_period_end = true, cancelled_at = coalesce(cancelled_at, now()), cancel_reason = coalesce($2, cancel_reason)
    where id = $1 and status <> 'canceled' returning id`,
}
export const resumeTest = {
  name: 'resume-test-subscription',
  text: `update test_subscriptions set cancel_at_period_end = false, cancelled_at = null, cancel_reason = null
    where id = $1 and status <> 'canceled' returning id`,
}
export const repriceTest = {
  name: 'reprice-test-subscription',
  text: `update test_subscriptions set amount = $2, seats = $3 where id = $1 and status <> 'canceled'`,
}
export const changeTestCard = {
  name: 'change-test-card',
  text: `update test_subscriptions set card = $2 where id = $1 and status <> 'canceled' returning id`,
}
/** Subscriptions whose term is over: those that end and those that renew. */
export const lockDueTests = {
  name: 'lock-due-test-subscriptions',
  text: `select id, reference, coalesce((select i.bill->'line'->>'description' from test_invoices i
      where i.subscription_id = test_subscriptions.id and i.bill is not null order by i.issued_at desc limit 1), 'Membership, one year') as title,
      card, status, amount, seats, term_end, cancel_at_period_end from test_subscriptions
    where status = 'active' and term_end <= now() order by id limit 200 for update skip locked`,
}
export const endTest = {
  name: 'end-test-subscription',
  text: `update test_subscriptions set status = 'canceled', cancelled_at = coalesce(cancelled_at, now()) where id = $1`,
}
export const renewTest = {
  name: 'renew-test-subscription',
  text: `update test_subscriptions set term_start = term_end, term_end = term_end + interval '1 year', status = $2,
      past_due_since = case when $2 = 'past_due' then term_end end
    where id = $1 returning term_start, term_end`,
}
/** Retried every third day, and given up at the end of the grace period. */
export const lockLateTests = {
  name: 'lock-late-test-subscriptions',
  text: `select s.id, s.card, s.past_due_since + grace_period() <= now() as is_over, i.id as invoice
    from test_subscriptions s join test_invoices i on i.subscription_id = s.id and i.paid_at is null
    where s.status = 'past_due' and (s.past_due_since + grace_period() <= now() or i.last_attempt_at <= now() - interval '3 days')
    order by s.id limit 200 for update of s skip locked`,
}
export const countAttempt = {
  name: 'count-test-attempt',
  text: 'update test_invoices set attempts = attempts + 1, last_attempt_at = now() where id = $1',
}
export const insertTestPortal = {
  name: 'insert-test-portal',
  text: `insert into test_portals (id, customer, return_url, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
}
export const selectTestPortal = {
  name: 'select-test-portal',
  text: 'select customer, return_url from test_portals where id = $1 and expires_at > now()',
}
