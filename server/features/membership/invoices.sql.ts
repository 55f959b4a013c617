/** Statements of invoices. */
export const keepInvoice = {
  name: 'keep-invoice',
  text: `insert into invoices (subscription_id, ref, number, amount, state, period_start, period_end, issued_at, paid_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (ref) do update set number = excluded.number, amount = excluded.amount, state = excluded.state,
      period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
    returning id, token_hash`,
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
  text: `select i.id, i.ref, i.number, i.amount, i.state, i.period_start, i.period_end, i.issued_at, i.paid_at, s.ref as subscription_ref,
      t.name as team, n.display_name as network, n.theme
    from invoices i join subscriptions s on s.id = i.subscription_id join teams t on t.id = s.team_id
    join peer_networks n on n.id = t.peer_network_id where i.token_hash = $1`,
}
