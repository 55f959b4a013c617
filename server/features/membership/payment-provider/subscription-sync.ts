/**
 * Syncs our records with the provider's. Webhooks only report that something changed, and we fetch the current state,
 * so duplicate, late or reordered events do no harm. Each read takes a number before it starts; an earlier read never
 * overwrites a later one, and no lock is held during the request to the provider.
 */
import { graceEnd } from '#shared/membership.ts'
import { personOf } from '#server/features/accounts/index.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { Billing } from '#server/features/membership/billing.ts'
import { invoiceUrl, tokenHash } from '#server/features/membership/invoices/invoice-links.ts'
import {
  nextNumber,
  paperOf,
  writingFor,
  type RichTextEditor,
} from '#server/features/membership/invoices/invoice-papers.ts'
import {
  claimFailure,
  claimReceipt,
  issueInvoice,
  keepInvoiceToken,
  settleInvoice,
} from '#server/features/membership/invoices/invoices.sql.ts'
import {
  cancellationEmail,
  paymentFailedEmail,
  receiptEmail,
  type MoneyFacts,
} from '#server/features/membership/membership-emails.ts'
import { changed } from '#server/features/membership/membership.signals.ts'
import {
  keepCustomer,
  keepSubscription,
  lockSubscription,
  nextRead,
  selectCheckoutByRef,
  selectPayers,
  selectSubscriptionRefs,
  selectUnsettledCheckouts,
  settleCheckout,
  settleTeam,
} from '#server/features/membership/membership.sql.ts'
import { stateOf, type BilledInvoice, type BilledSubscription } from './provider.ts'

/** Syncs everything of one member: open checkouts and subscriptions. */
export async function syncMember(billing: Billing, userId: number): Promise<void> {
  const { rows: checkouts } = await billing.pool.query<{ ref: string }>(selectUnsettledCheckouts({ userId }))
  for (const { ref } of checkouts) await syncCheckout(billing, ref)
  const { rows } = await billing.pool.query<{ ref: string }>(selectSubscriptionRefs({ userId }))
  for (const { ref } of rows) await syncSubscription(billing, ref)
}

export async function syncCheckout(billing: Billing, ref: string): Promise<void> {
  const found = await billing.provider.findCheckout(ref)
  if (!found || found.state === 'open') return
  if (found.subscription) await syncSubscription(billing, found.subscription)
  const { rows } = await billing.pool.query<{ id: number }>(selectCheckoutByRef({ ref }))
  if (rows[0]) await billing.pool.query(settleCheckout({ id: rows[0].id, state: found.state }))
}

export async function syncSubscription(billing: Billing, ref: string): Promise<void> {
  const { rows } = await billing.pool.query<{ number: number }>(nextRead())
  const billed = await billing.provider.findSubscription(ref)
  if (billed) await keep(billing, billed, rows[0]!.number)
}

async function keep(billing: Billing, billed: BilledSubscription, readNumber: number): Promise<void> {
  const state = stateOf(billed)
  const team = Number(billed.reference)
  // Not one of our teams, or never paid.
  if (!state || !Number.isSafeInteger(team)) return
  const writing = await writingFor(billing.pool, team)
  if (!writing) return
  const touched: number[] = []
  await transaction(billing.pool, billing.bus, async (tx) => {
    const before = await tx.query<{ state: string; cancelled_at: Date | null }>(lockSubscription({ ref: billed.ref }))
    const { rows } = await tx.query<{ id: number; team_id: number }>(
      keepSubscription({
        teamId: team,
        provider: billing.provider.name,
        ref: billed.ref,
        state,
        status: billed.status,
        subscriptionTotal: billed.total,
        termStart: billed.term_start,
        termEnd: billed.term_end,
        nextBillingAt: billed.next_billing_at,
        cancelledAt: billed.cancelled_at,
        cancelReason: billed.cancel_reason,
        pastDueSince: billed.past_due_since,
        cardStatus: billed.card_status,
        readNumber,
      }),
    )
    const kept = rows[0]
    if (!kept) return
    await tx.query(keepCustomer({ teamId: team, customerRef: billed.customer }))
    const payers = (await tx.query<{ user_id: number }>(selectPayers({ teamId: team }))).rows.map(
      ({ user_id }) => user_id,
    )
    // In order of issue, which is the order of the numbers.
    for (const invoice of billed.invoices.toSorted((a, b) => a.issued_at.getTime() - b.issued_at.getTime()))
      await keepBill(billing, tx, { invoice, billed, subscriptionId: kept.id, payers, writing })
    if (billed.ends_at_term_end && before.rows[0]?.cancelled_at === null)
      await mailPayers(billing, tx, { payers, kind: 'membership-cancelled' }, (facts) =>
        cancellationEmail(facts, billed),
      )
    const { rows: members } = await tx.query<{ user_id: number }>(settleTeam({ teamId: team }))
    touched.push(...members.map(({ user_id }) => user_id))
    tx.announce(changed(touched))
  })
  // Drop cached sessions, so that a member who just paid can continue immediately.
  for (const userId of touched) billing.forget(userId)
}

interface Bill {
  invoice: BilledInvoice
  billed: BilledSubscription
  subscriptionId: number
  payers: readonly number[]
  writing: RichTextEditor
}

interface Issued {
  id: number
  number: string
  token_hash: string | null
  time_zone: string
}

/**
 * The invoice as issued, with its current payment state. On the first call it is issued: it gets its number and
 * content.
 */
async function upsertInvoice(tx: Transaction, { invoice, subscriptionId, writing }: Bill): Promise<Issued> {
  const { ref, amount, state, period_start, period_end, issued_at, paid_at } = invoice
  const settled = await tx.query<Issued>(settleInvoice({ ref, state, paidAt: paid_at }))
  if (settled.rows[0]) return settled.rows[0]
  const { issuer, customer, lines, net, tax, tax_note, time_zone } = paperOf(writing, invoice)
  const number = invoice.number ?? (await nextNumber(tx, writing.prefix))
  const issued = await tx.query<Issued>(
    issueInvoice({
      subscriptionId,
      ref,
      number,
      amount,
      state,
      periodStart: period_start,
      periodEnd: period_end,
      issuedAt: issued_at,
      paidAt: paid_at,
      issuer: JSON.stringify(issuer),
      customer: JSON.stringify(customer),
      lines: JSON.stringify(lines),
      net,
      tax,
      taxNote: tax_note,
      timeZone: time_zone,
    }),
  )
  return issued.rows[0]!
}

/** Stores an invoice and sends the emails it requires, each once. */
async function keepBill(billing: Billing, tx: Transaction, bill: Bill) {
  const { invoice, billed, payers } = bill
  const { state, attempts } = invoice
  const { id, number, token_hash, time_zone } = await upsertInvoice(tx, bill)
  if (!token_hash) await tx.query(keepInvoiceToken({ id, tokenHash: tokenHash(billing, id) }))
  const shown = { invoice: { ...invoice, number, time_zone }, url: invoiceUrl(billing, id) }
  if (state === 'paid' && (await tx.query(claimReceipt({ id }))).rowCount === 1)
    await mailPayers(billing, tx, { payers, kind: 'membership-receipt' }, (facts) => receiptEmail(facts, shown))
  const isRefused = state === 'open' && attempts > 0
  if (isRefused && (await tx.query(claimFailure({ id, attempts }))).rowCount === 1)
    await mailPayers(billing, tx, { payers, kind: 'membership-unpaid' }, (facts) =>
      paymentFailedEmail(facts, { ...shown, until: graceEnd(billed.past_due_since ?? invoice.period_start) }),
    )
}

export async function mailPayers(
  billing: Billing,
  tx: Transaction,
  { payers, kind }: { payers: readonly number[]; kind: string },
  letterOf: (facts: MoneyFacts) => ReturnType<typeof receiptEmail>,
) {
  for (const userId of payers) {
    const person = await personOf(tx.query, userId)
    if (!person || person.suspended) continue
    const facts = { reader: person, supportEmail: billing.supportEmail(person.theme), publicUrl: billing.publicUrl }
    await queueMail(tx, { to: person.email, kind, letter: letterOf(facts) })
  }
}
