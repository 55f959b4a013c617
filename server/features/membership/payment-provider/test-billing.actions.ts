/**
 * The built-in provider for demos and tests: no card and no money, but otherwise complete. It has its own records, is
 * called like the real provider, and reports changes with a job instead of a webhook.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { lineOf, type InvoiceLine, type Tax } from '#shared/invoices.ts'
import type { TestCard } from '#shared/membership.ts'
import type { BilledSubscription, CheckoutAsked, Provider } from './provider.ts'
import {
  cancelTest,
  changeTestCard,
  countAttempt,
  endTest,
  endTestCheckout,
  insertTestCheckout,
  insertTestInvoice,
  insertTestPortal,
  insertTestSubscription,
  lockDueTests,
  lockLateTests,
  lockTestCheckout,
  payTestCheckout,
  payTestInvoice,
  renewTest,
  repriceTest,
  resumeTest,
  selectCustomerSubscription,
  selectOpenTestInvoice,
  selectTestCheckout,
  selectTestPortal,
  selectTestSubscription,
} from './test-billing.sql.ts'

export interface TestBilling {
  pool: pg.Pool
  bus: Bus
  secret: string
  publicUrl: string
}
interface Charging extends TestBilling {
  /** The payer's tax, as a tax service would calculate it. */
  taxOf: (reference: string) => Promise<Tax>
}

/** The charge, as it will appear on the invoice. */
interface Bill {
  line: InvoiceLine
  note: string
}

const HOUR_MS = 3_600_000
const ID_BYTES = 16
const newId = (kind: string) => `${kind}_${randomBytes(ID_BYTES).toString('base64url')}`
/** The id gives access to the checkout page, so it must not be guessable; the same key always gives the same id. */
const checkoutId = (secret: string, key: string) =>
  createHmac('sha256', secret).update(`test-checkout:${key}`).digest().subarray(0, ID_BYTES).toString('base64url')
export const isTestId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{22}$/.test(id)

const gone = () => problem('membership.no_checkout', { message: 'This page has expired. Start again.', status: 404 })
/** Stands in for the provider's webhook. */
const sendWebhook = (tx: Transaction, ref: string) =>
  tx.enqueue('membership:sync-subscription', { ref }, { key: `membership:sync-subscription:${ref}` })

interface TestCheckout {
  id: string
  invoice_id: string | null
  reference: string
  title: string
  amount: number
  success_url: string
  cancel_url: string
  state: 'open' | 'paid' | 'ended'
  subscription_id: string | null
  /** Null for a checkout that pays an invoice. */
  bill: Bill | null
}

export function testProvider(tools: Charging): Provider {
  const { pool, secret, publicUrl } = tools
  // Its pages are on this site, so relative links keep the member on the host name they came by.
  const here = (url: string) => (url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url)
  const open = async (asked: Opened) => {
    const id = checkoutId(secret, asked.key)
    const { invoice, reference, title, amount, bill, successUrl, cancelUrl, expiresAt } = asked
    await pool.query(
      insertTestCheckout({
        id,
        invoiceId: invoice,
        reference,
        title,
        amount,
        successUrl: here(successUrl),
        cancelUrl: here(cancelUrl),
        expiresAt,
        bill: bill && JSON.stringify(bill),
      }),
    )
    return { ref: id, url: `/checkout/${id}` }
  }
  return {
    name: 'test',
    check: async () => ({
      ok: true,
      message:
        'The built-in test provider answers: memberships can be tried, and no money moves. For real payments set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and start the server again.',
    }),
    openCheckout: async (asked) => {
      const bill = await billOf(tools, asked)
      return open({ ...asked, invoice: null, amount: bill.line.gross, bill })
    },
    endCheckout: async (ref) => void (await pool.query(endTestCheckout({ id: ref }))),
    findCheckout: async (ref) => {
      const { rows } = await pool.query<TestCheckout>(selectTestCheckout({ id: ref }))
      return rows[0] ? { state: rows[0].state, subscription: rows[0].subscription_id } : null
    },
    findSubscription: (ref) => findTestSubscription(tools, ref),
    payUrl: async ({ ref, number }, returnUrl) => {
      const { rows } = await pool.query<{ amount: number; reference: string }>(selectOpenTestInvoice({ id: ref }))
      const { amount, reference } = rows[0]!
      const [title, expiresAt] = [`Invoice ${number}`, new Date(Date.now() + HOUR_MS)]
      const back = { successUrl: `${returnUrl}?checkout=success`, cancelUrl: `${returnUrl}?checkout=cancelled` }
      // One page per hour, so that a page left open yesterday does not block a new one.
      const key = `invoice-${ref}-${Math.floor(Date.now() / HOUR_MS)}`
      return (await open({ invoice: ref, reference, title, amount, bill: null, ...back, expiresAt, key })).url
    },
    portalUrl: async (customer, returnUrl) => {
      const id = newId('').slice(1)
      await pool.query(insertTestPortal({ id, customer, returnUrl: here(returnUrl) }))
      return `/checkout/portal/${id}`
    },
    cancel: async (ref, reason) => void (await pool.query(cancelTest({ id: ref, reason }))),
    resume: async (ref) => void (await pool.query(resumeTest({ id: ref }))),
    reprice: async (ref, { seats, unitAmount }) =>
      void (await pool.query(repriceTest({ id: ref, amount: seats * unitAmount, seats }))),
    advance: () => processDueSubscriptions(tools),
  }
}

type Opened = Omit<CheckoutAsked, 'customer' | 'email' | 'seats' | 'unitAmount'> & {
  invoice: string | null
  amount: number
  bill: Bill | null
}

async function billOf(
  { taxOf }: Charging,
  { reference, title, seats, unitAmount }: Pick<CheckoutAsked, 'reference' | 'title' | 'seats' | 'unitAmount'>,
): Promise<Bill> {
  const { percent, note } = await taxOf(reference)
  return { line: lineOf(title, seats, unitAmount, percent), note }
}

async function findTestSubscription({ pool }: TestBilling, ref: string): Promise<BilledSubscription | null> {
  const { rows } = await pool.query(selectTestSubscription({ id: ref }))
  const found = rows[0]
  if (!found) return null
  const renews = found.status !== 'canceled' && !found.cancel_at_period_end
  return {
    ref: found.id,
    customer: found.customer,
    reference: found.reference,
    status: found.status,
    total: found.amount,
    term_start: found.term_start,
    term_end: found.term_end,
    next_billing_at: renews ? found.term_end : null,
    cancelled_at: found.cancelled_at,
    ends_at_term_end: found.status !== 'canceled' && found.cancel_at_period_end,
    cancel_reason: found.cancel_reason,
    past_due_since: found.past_due_since,
    card_status: found.past_due_since ? 'declined' : 'valid',
    invoices: found.invoices.map(({ bill, ...invoice }: Record<string, string | number | null> & { bill?: Bill }) => ({
      ref: invoice['id'],
      number: null,
      amount: invoice['amount'],
      lines: bill ? [bill.line] : [],
      tax_note: bill?.note ?? '',
      customer: null,
      state: invoice['paid_at'] ? 'paid' : found.status === 'canceled' ? 'void' : 'open',
      period_start: new Date(invoice['period_start'] as string),
      period_end: new Date(invoice['period_end'] as string),
      issued_at: new Date(invoice['issued_at'] as string),
      paid_at: invoice['paid_at'] ? new Date(invoice['paid_at'] as string) : null,
      attempts: invoice['attempts'],
    })),
  }
}

/** Data for the checkout page. */
export async function showTestCheckout({ pool }: TestBilling, id: unknown) {
  if (!isTestId(id)) throw gone()
  const { rows } = await pool.query<TestCheckout>(selectTestCheckout({ id }))
  if (!rows[0] || rows[0].state === 'ended') throw gone()
  const { title, amount, success_url, cancel_url, state } = rows[0]
  return { title, amount, success_url, cancel_url, state }
}

export interface Payment {
  card: TestCard
  /** The answer to the bank's confirmation step, if the card requires one. */
  confirmed: boolean | null
}

const declined = (message: string) => problem('membership.card_declined', { message, field: 'card', status: 402 })

/** Pays with a test card. Idempotent. */
export async function completeTestPayment(tools: TestBilling, id: unknown, { card, confirmed }: Payment) {
  if (!isTestId(id)) throw gone()
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<TestCheckout>(lockTestCheckout({ id }))
    const checkout = rows[0]
    if (!checkout || checkout.state === 'ended') throw gone()
    if (checkout.state === 'paid') return { state: 'paid', url: checkout.success_url }
    if (card === 'decline') throw declined('The card was declined. You haven’t been charged; choose another card.')
    if (card === 'authenticate' && confirmed === null) return { state: 'authenticate', url: null }
    if (card === 'authenticate' && !confirmed)
      throw declined('The bank didn’t confirm the payment. You haven’t been charged; try again or choose another card.')
    const ref = checkout.invoice_id ? await payOpenInvoice(tx, checkout, card) : await begin(tx, checkout, card)
    await tx.query(payTestCheckout({ id: checkout.id, subscriptionId: ref }))
    if (ref) await sendWebhook(tx, ref)
    return { state: 'paid', url: checkout.success_url }
  })
}

async function begin(tx: Transaction, { reference, bill }: TestCheckout, card: TestCard): Promise<string> {
  const { net, quantity } = bill!.line
  const id = newId('sub')
  const customer = `cus_test_${reference}`
  const { rows } = await tx.query<{ term_start: Date; term_end: Date }>(
    insertTestSubscription({ id, reference, customer, amount: net, card, seats: quantity }),
  )
  const { term_start, term_end } = rows[0]!
  await addInvoice(tx, { id, bill: bill!, term_start, term_end, isPaid: true })
  return id
}

async function payOpenInvoice(tx: Transaction, { invoice_id }: TestCheckout, card: TestCard) {
  const { rows } = await tx.query<{ id: string }>(payTestInvoice({ id: invoice_id, card }))
  return rows[0]?.id ?? null
}

interface Term {
  id: string
  bill: Bill
  term_start: Date
  term_end: Date
  isPaid: boolean
}
async function addInvoice(tx: Transaction, { id, bill, term_start, term_end, isPaid }: Term) {
  await tx.query(
    insertTestInvoice({
      id: newId('in'),
      subscriptionId: id,
      amount: bill.line.gross,
      bill: JSON.stringify(bill),
      periodStart: term_start,
      periodEnd: term_end,
      isPaid,
    }),
  )
}

interface Due {
  id: string
  reference: string
  title: string
  card: TestCard
  amount: number
  seats: number
  cancel_at_period_end: boolean
}

/** Renews, retries payments and gives up, by the database's clock. */
const processDueSubscriptions = (tools: Charging): Promise<string[]> =>
  transaction(tools.pool, tools.bus, async (tx) => {
    const touched = new Set<string>()
    const due = await tx.query<Due>(lockDueTests())
    for (const { id, reference, title, card, amount, seats, cancel_at_period_end } of due.rows) {
      touched.add(id)
      if (cancel_at_period_end) {
        await tx.query(endTest({ id }))
        continue
      }
      const isPaid = card !== 'later_failure'
      const { rows } = await tx.query<{ term_start: Date; term_end: Date }>(
        renewTest({ id, status: isPaid ? 'active' : 'past_due' }),
      )
      const bill = await billOf(tools, { reference, title, seats, unitAmount: amount / seats })
      await addInvoice(tx, { id, bill, ...rows[0]!, isPaid })
    }
    const late = await tx.query<{ id: string; is_over: boolean; invoice: string }>(lockLateTests())
    for (const { id, is_over, invoice } of late.rows) {
      touched.add(id)
      await tx.query(is_over ? endTest({ id }) : countAttempt({ id: invoice }))
    }
    for (const ref of touched) await sendWebhook(tx, ref)
    return [...touched]
  })

const portalGone = () =>
  problem('membership.no_portal', { message: 'This page has expired. Open it again.', status: 404 })

async function findPortal(query: Transaction['query'], id: unknown) {
  if (!isTestId(id)) throw portalGone()
  const { rows } = await query<{ customer: string; return_url: string }>(selectTestPortal({ id }))
  if (!rows[0]) throw portalGone()
  const found = await query<{
    id: string
    card: TestCard
    status: string
    amount: number
    term_end: Date
    cancel_at_period_end: boolean
    open_invoice: string | null
  }>(selectCustomerSubscription({ customer: rows[0].customer }))
  if (!found.rows[0]) throw portalGone()
  return { ...found.rows[0], return_url: rows[0].return_url }
}

export const showTestPortal = ({ pool, bus }: TestBilling, id: unknown) =>
  transaction(pool, bus, async (tx) => {
    const { id: _id, open_invoice, ...shown } = await findPortal(tx.query, id)
    return { ...shown, is_unpaid: open_invoice !== null }
  })

export type PortalAct = 'change_card' | 'cancel' | 'resume'

/** What a customer does in the provider's portal. A new card pays an open invoice immediately. */
export const actInTestPortal = (
  { pool, bus }: TestBilling,
  id: unknown,
  { act, card }: { act: PortalAct; card: TestCard },
) =>
  transaction(pool, bus, async (tx) => {
    const subscription = await findPortal(tx.query, id)
    if (act === 'cancel') await tx.query(cancelTest({ id: subscription.id, reason: null }))
    if (act === 'resume') await tx.query(resumeTest({ id: subscription.id }))
    if (act === 'change_card') {
      if (card === 'decline')
        throw declined('The card was declined. Your previous card is still on file; choose another.')
      await tx.query(changeTestCard({ id: subscription.id, card }))
      if (subscription.open_invoice && card !== 'later_failure')
        await tx.query(payTestInvoice({ id: subscription.open_invoice, card }))
    }
    await sendWebhook(tx, subscription.id)
    return {}
  })
