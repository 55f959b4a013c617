/** Statements for invoices. */
export const selectInvoiceCustomer = {
  name: 'select-invoice-customer',
  text: `select n.display_name as network, t.name as team, u.name as contact, u.time_zone, b.company, b.address, b.country, b.tax_id
    from teams t join peer_networks n on n.id = t.peer_network_id left join billing_details b on b.team_id = t.id
    left join lateral (
      select m.user_id from team_memberships m where m.team_id = t.id and m.is_billing_admin order by m.id limit 1) a on true
    left join users u on u.id = a.user_id where t.id = $1`,
}
export const takeInvoiceNumber = {
  name: 'take-invoice-number',
  text: `insert into invoice_series as s (prefix, last_number) values ($1, 1)
    on conflict (prefix) do update set last_number = s.last_number + 1 returning last_number`,
}
/** An issued invoice is immutable except for its payment. Returns no row if it is not issued yet. */
export const settleInvoice = {
  name: 'settle-invoice',
  text: 'update invoices set state = $2, paid_at = $3 where ref = $1 returning id, number, token_hash, time_zone',
}
export const issueInvoice = {
  name: 'issue-invoice',
  text: `insert into invoices (subscription_id, ref, number, amount, state, period_start, period_end, issued_at, paid_at,
      issuer, customer, lines, net, tax, tax_note, time_zone)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    returning id, number, token_hash, time_zone`,
}
export const keepInvoiceToken = {
  name: 'keep-invoice-token',
  text: 'update invoices set token_hash = $2 where id = $1 and token_hash is distinct from $2',
}
export const claimReceipt = {
  name: 'claim-receipt',
  text: 'update invoices set receipt_mailed_at = now() where id = $1 and receipt_mailed_at is null',
}
export const claimFailure = {
  name: 'claim-failure',
  text: 'update invoices set failures_mailed = $2 where id = $1 and failures_mailed < $2',
}
export const selectInvoiceByToken = {
  name: 'select-invoice-by-token',
  text: `select i.id, i.ref, i.number, i.amount, i.state, i.period_start, i.period_end, i.issued_at, i.paid_at, i.issuer, i.customer,
      i.lines, i.net, i.tax, i.tax_note, i.time_zone, s.ref as subscription_ref,
      t.name as team, n.display_name as network, n.theme
    from invoices i join subscriptions s on s.id = i.subscription_id join teams t on t.id = s.team_id
    join peer_networks n on n.id = t.peer_network_id where i.token_hash = $1`,
}

export const keepBillingDetails = {
  name: 'keep-billing-details',
  text: `insert into billing_details (team_id, company, address, country, tax_id) values ($1, $2, $3, $4, $5)
    on conflict (team_id) do update set company = excluded.company, address = excluded.address, country = excluded.country,
      tax_id = excluded.tax_id, saved_at = now()`,
}
export const selectOpenCheckouts = {
  name: 'select-open-checkouts-of-team',
  text: `select c.ref from checkouts c where c.team_id = $1 and c.state = 'open' and c.ref is not null`,
}
