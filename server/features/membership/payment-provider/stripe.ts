/**
 * Stripe: hosted Checkout and customer portal. Fields moved between Stripe API versions (the term to the items, an
 * invoice's subscription to its parent), so both locations are read.
 */
import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { problem } from '#server/platform/problems.ts'
import { lineOf, REVERSE_CHARGE, type InvoiceLine } from '#shared/invoices.ts'
import { checkStripe } from './stripe-check.ts'
import type { BilledInvoice, BilledSubscription, BillingEvent, CheckoutAsked, Provider } from './provider.ts'

const ANSWER_MS = 8_000
/** An older signed webhook is rejected as a replay. */
const SIGNATURE_SECONDS = 300
const INVOICES = 24

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** Base URL of the API; replaced in tests. */
  url?: string | undefined
  /** Stripe Tax calculates tax; without it no tax is charged. */
  hasTax?: boolean
}

type Dated = { current_period_start?: number; current_period_end?: number }
type Raw = Record<string, unknown>

const date = (seconds: number) => new Date(seconds * 1000)
const dateOrNull = (seconds: number | null | undefined) => (seconds ? date(seconds) : null)
const idOf = (found: unknown): string | null =>
  typeof found === 'string' ? found : ((found as { id?: string } | null)?.id ?? null)

export function stripeProvider({ secretKey, webhookSecret, url, hasTax = false }: StripeOptions): Provider {
  const at = url ? new URL(url) : undefined
  // Loaded only where payments go through Stripe: it takes 10 MB.
  const Client = createRequire(import.meta.url)('stripe') as typeof Stripe
  const stripe = new Client(secretKey, {
    timeout: ANSWER_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' }),
  })
  return {
    name: 'stripe',
    check: (webhookUrl) => checkStripe(stripe, secretKey, webhookUrl),
    openCheckout: (asked) => openCheckout(stripe, asked, hasTax),
    endCheckout: (ref) => endCheckout(stripe, ref),
    findCheckout: async (ref) => {
      const session = await unlessGone(stripe.checkout.sessions.retrieve(ref))
      if (!session) return null
      const state = { complete: 'paid', expired: 'ended' }[session.status as string] ?? 'open'
      return { state: state as 'open' | 'paid' | 'ended', subscription: idOf(session.subscription) }
    },
    findSubscription: (ref) => findSubscription(stripe, ref),
    payUrl: async ({ ref }) => {
      const invoice = await stripe.invoices.retrieve(ref)
      if (!invoice.hosted_invoice_url) throw new Error('The invoice has no page.')
      return invoice.hosted_invoice_url
    },
    portalUrl: async (customer, return_url) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url })).url,
    cancel: async (ref, reason) =>
      void (await stripe.subscriptions.update(ref, {
        cancel_at_period_end: true,
        metadata: { cancel_reason: reason },
      })),
    resume: async (ref) => void (await stripe.subscriptions.update(ref, { cancel_at_period_end: false })),
    reprice: (ref, asked) => reprice(stripe, ref, asked),
    readEvent: (raw, signature) => readEvent(stripe, webhookSecret, raw, signature),
  }
}

async function openCheckout(stripe: Stripe, asked: CheckoutAsked, hasTax: boolean) {
  const { reference, customer, email, title, seats, unitAmount, successUrl, cancelUrl, expiresAt, key } = asked
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ...(customer ? { customer } : { customer_email: email }),
      client_reference_id: reference,
      line_items: [
        {
          quantity: seats,
          price_data: {
            currency: 'usd',
            unit_amount: unitAmount,
            ...(hasTax && { tax_behavior: 'exclusive' as const }),
            recurring: { interval: 'year' },
            product_data: { name: title },
          },
        },
      ],
      subscription_data: { metadata: { reference } },
      ...(hasTax && {
        automatic_tax: { enabled: true },
        tax_id_collection: { enabled: true },
        billing_address_collection: 'required' as const,
        ...(customer && { customer_update: { address: 'auto' as const, name: 'auto' as const } }),
      }),
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: Math.floor(expiresAt.getTime() / 1000),
    },
    { idempotencyKey: key },
  )
  if (!session.url) throw new Error('The checkout has no page.')
  return { ref: session.id, url: session.url }
}

/** Stripe refuses to expire a finished checkout; then there is nothing to do. */
async function endCheckout(stripe: Stripe, ref: string): Promise<void> {
  const session = await unlessGone(stripe.checkout.sessions.retrieve(ref))
  if (session?.status === 'open') await stripe.checkout.sessions.expire(ref)
}

async function reprice(stripe: Stripe, ref: string, asked: { seats: number; unitAmount: number }): Promise<void> {
  const [item] = (await stripe.subscriptions.retrieve(ref)).items.data
  if (!item) throw new Error('The subscription has no item.')
  const price_data = {
    currency: 'usd',
    product: idOf(item.price.product)!,
    unit_amount: asked.unitAmount,
    recurring: { interval: 'year' as const },
  }
  await stripe.subscriptions.update(ref, {
    items: [{ id: item.id, quantity: asked.seats, price_data }],
    proration_behavior: 'none',
  })
}

async function findSubscription(stripe: Stripe, ref: string): Promise<BilledSubscription | null> {
  const found = await unlessGone(stripe.subscriptions.retrieve(ref))
  if (!found) return null
  const [item] = found.items.data
  const term = { ...(found as Dated), ...dated(item as Dated | undefined) }
  const listed = await stripe.invoices.list({ subscription: ref, limit: INVOICES })
  const invoices = listed.data.filter(({ status }) => status !== 'draft').map(billedInvoice)
  const unpaid = invoices.filter(({ state, attempts }) => state === 'open' && attempts > 0)
  const isLate = ['past_due', 'unpaid', 'canceled'].includes(found.status) && unpaid.length > 0
  const isEnded = found.status === 'canceled'
  const termEnd = date(term.current_period_end ?? found.start_date)
  const endedAt = dateOrNull(found.ended_at)
  return {
    ref: found.id,
    customer: idOf(found.customer) ?? '',
    reference: found.metadata['reference'] ?? '',
    status: found.status,
    total: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    term_start: date(term.current_period_start ?? found.start_date),
    term_end: isEnded && endedAt && endedAt < termEnd ? endedAt : termEnd,
    next_billing_at: isEnded || endsAtTermEnd(found) ? null : termEnd,
    cancelled_at: dateOrNull(found.canceled_at),
    ends_at_term_end: endsAtTermEnd(found),
    cancel_reason: found.metadata['cancel_reason'] ?? null,
    past_due_since: isLate ? unpaid.map(({ period_start }) => period_start).reduce((a, b) => (a < b ? a : b)) : null,
    card_status: unpaid.length > 0 ? 'declined' : 'valid',
    invoices,
  }
}

const dated = (item: Dated | undefined): Dated =>
  item?.current_period_end
    ? { current_period_start: item.current_period_start!, current_period_end: item.current_period_end }
    : {}

/** Set to end with the term: by the flag or, from the current portal, by a date. */
const endsAtTermEnd = (found: Stripe.Subscription) =>
  found.status !== 'canceled' && (found.cancel_at_period_end || found.cancel_at !== null)

function billedInvoice(invoice: Stripe.Invoice): BilledInvoice {
  // The invoice's own period is the one before it; its lines contain the period it pays for.
  const line = invoice.lines?.data.at(-1)?.period ?? { start: invoice.period_start, end: invoice.period_end }
  const state = { paid: 'paid', open: 'open' }[invoice.status as string] ?? 'void'
  return {
    ref: invoice.id!,
    number: invoice.number ?? invoice.id!,
    amount: invoice.amount_due,
    ...paperOf(invoice),
    state: state as BilledInvoice['state'],
    period_start: date(line.start),
    period_end: date(line.end),
    issued_at: date(invoice.created),
    paid_at: dateOrNull(invoice.status_transitions?.paid_at) ?? (state === 'paid' ? date(invoice.created) : null),
    attempts: invoice.attempt_count,
  }
}

/** Tax of a line: `taxes` in the current API, `tax_amounts` in earlier versions. */
type Taxed = { taxes?: { amount: number }[] | null; tax_amounts?: { amount: number }[] | null }
const taxOfLine = (line: Taxed) => (line.taxes ?? line.tax_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

function invoiceLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const [net, tax, quantity] = [line.amount, taxOfLine(line as Taxed), line.quantity || 1]
  const tax_percent = net === 0 ? 0 : Math.round((tax / net) * 10_000) / 100
  const unit_price = Math.round(net / quantity)
  return {
    description: line.description ?? 'Membership',
    quantity,
    unit_price,
    net,
    tax_percent,
    tax,
    gross: net + tax,
  }
}

/** The content of Stripe's invoice besides its amount, so that ours matches it. */
function paperOf(invoice: Stripe.Invoice): Pick<BilledInvoice, 'lines' | 'tax_note' | 'customer'> {
  const lines = (invoice.lines?.data ?? []).map(invoiceLine)
  const rest = invoice.amount_due - lines.reduce((sum, { gross }) => sum + gross, 0)
  if (lines.length > 0 && rest !== 0) lines.push({ ...lineOf('Discounts and credits', 1, rest, 0) })
  const address = invoice.customer_address
  const place = [address?.postal_code, address?.city, address?.state].filter(Boolean).join(' ')
  return {
    lines,
    tax_note: invoice.customer_tax_exempt === 'reverse' ? REVERSE_CHARGE : '',
    customer: {
      company: invoice.customer_name ?? '',
      address: [address?.line1, address?.line2, place].filter(Boolean).join('\n'),
      country: address?.country ?? '',
      tax_id: invoice.customer_tax_ids?.[0]?.value ?? '',
    },
  }
}

function readEvent(stripe: Stripe, secret: string, raw: Buffer, signature: string | undefined): BillingEvent {
  const refused = () => problem('membership.webhook_refused', { message: 'The signature is not right.', status: 400 })
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(raw, signature ?? '', secret, SIGNATURE_SECONDS)
  } catch {
    throw refused()
  }
  const object = (event.data?.object ?? {}) as unknown as Raw
  const { id, type } = event
  if (typeof id !== 'string' || typeof type !== 'string') throw refused()
  if (type.startsWith('checkout.session.')) return { id, type, subscription: null, checkout: idOf(object) }
  if (type.startsWith('customer.subscription.')) return { id, type, subscription: idOf(object), checkout: null }
  const parent = (object['parent'] as { subscription_details?: { subscription?: unknown } } | null)
    ?.subscription_details?.subscription
  const subscription = type.startsWith('invoice.') ? idOf(parent ?? object['subscription'] ?? null) : null
  return { id, type, subscription, checkout: null }
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null
    throw error
  }
}
