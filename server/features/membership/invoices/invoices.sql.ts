/** Statements for invoices. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const selectInvoiceCustomer = statement(
  'select-invoice-customer',
  { teamId: 'bigint' },
  (p) => sql`
    select n.display_name as network, t.name as team, u.name as contact, u.time_zone, b.company, b.address, b.country, b.tax_id
    from teams t join peer_networks n on n.id = t.peer_network_id left join billing_details b on b.team_id = t.id
    left join lateral (
      select m.user_id from team_memberships m where m.team_id = t.id and m.is_billing_admin order by m.id limit 1) a on true
    left join users u on u.id = a.user_id where t.id = ${p.teamId}`,
)
export const takeInvoiceNumber = statement(
  'take-invoice-number',
  { prefix: 'text' },
  (p) => sql`insert into invoice_series as s (prefix, last_number) values (${p.prefix}, 1)
    on conflict (prefix) do update set last_number = s.last_number + 1 returning last_number`,
)
/** An issued invoice is immutable except for its payment. Returns no row if it is not issued yet. */
export const settleInvoice = statement(
  'settle-invoice',
  { ref: 'text', state: 'text', paidAt: 'timestamptz' },
  (p) =>
    sql`update invoices set state = ${p.state}, paid_at = ${p.paidAt} where ref = ${p.ref} returning id, number, token_hash, time_zone`,
)
export const issueInvoice = statement(
  'issue-invoice',
  {
    subscriptionId: 'bigint',
    ref: 'text',
    number: 'text',
    amount: 'integer',
    state: 'text',
    periodStart: 'timestamptz',
    periodEnd: 'timestamptz',
    issuedAt: 'timestamptz',
    paidAt: 'timestamptz',
    issuer: 'jsonb',
    customer: 'jsonb',
    lines: 'jsonb',
    net: 'integer',
    tax: 'integer',
    taxNote: 'text',
    timeZone: 'text',
  },
  (p) => sql`
    insert into invoices (subscription_id, ref, number, amount, state, period_start, period_end, issued_at, paid_at,
      issuer, customer, lines, net, tax, tax_note, time_zone)
    values (${p.subscriptionId}, ${p.ref}, ${p.number}, ${p.amount}, ${p.state}, ${p.periodStart}, ${p.periodEnd}, ${p.issuedAt}, ${p.paidAt}, ${p.issuer}, ${p.customer}, ${p.lines}, ${p.net}, ${p.tax}, ${p.taxNote}, ${p.timeZone})
    returning id, number, token_hash, time_zone`,
)
export const keepInvoiceToken = statement(
  'keep-invoice-token',
  { id: 'bigint', tokenHash: 'text' },
  (p) =>
    sql`update invoices set token_hash = ${p.tokenHash} where id = ${p.id} and token_hash is distinct from ${p.tokenHash}`,
)
export const claimReceipt = statement(
  'claim-receipt',
  { id: 'bigint' },
  (p) => sql`update invoices set receipt_mailed_at = now() where id = ${p.id} and receipt_mailed_at is null`,
)
export const claimFailure = statement(
  'claim-failure',
  { id: 'bigint', attempts: 'integer' },
  (p) =>
    sql`update invoices set failures_mailed = ${p.attempts} where id = ${p.id} and failures_mailed < ${p.attempts}`,
)
export const selectInvoiceByToken = statement(
  'select-invoice-by-token',
  { tokenHash: 'text' },
  (p) => sql`
    select i.id, i.ref, i.number, i.amount, i.state, i.period_start, i.period_end, i.issued_at, i.paid_at, i.issuer, i.customer,
      i.lines, i.net, i.tax, i.tax_note, i.time_zone, s.ref as subscription_ref,
      t.name as team, n.display_name as network, n.theme
    from invoices i join subscriptions s on s.id = i.subscription_id join teams t on t.id = s.team_id
    join peer_networks n on n.id = t.peer_network_id where i.token_hash = ${p.tokenHash}`,
)

export const keepBillingDetails = statement(
  'keep-billing-details',
  { teamId: 'bigint', company: 'text', address: 'text', country: 'text', taxId: 'text' },
  (p) => sql`
    insert into billing_details (team_id, company, address, country, tax_id) values (${p.teamId}, ${p.company}, ${p.address}, ${p.country}, ${p.taxId})
    on conflict (team_id) do update set company = excluded.company, address = excluded.address, country = excluded.country,
      tax_id = excluded.tax_id, saved_at = now()`,
)
export const selectOpenCheckouts = statement(
  'select-open-checkouts-of-team',
  { teamId: 'bigint' },
  (p) => sql`select c.ref from checkouts c where c.team_id = ${p.teamId} and c.state = 'open' and c.ref is not null`,
)
