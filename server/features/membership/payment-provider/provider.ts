/**
 * The interface to the payment provider. Cards are entered on the provider's pages, so card numbers never reach us;
 * webhooks only report that something changed, and we then fetch the current state.
 */
import type { Customer, InvoiceLine } from '#shared/invoices.ts'

export interface BilledInvoice {
  ref: string
  /** Null if the provider assigns none; then we do. */
  number: string | null
  /** US cents, including tax. */
  amount: number
  /** Empty if the provider reports only the amount. */
  lines: readonly InvoiceLine[]
  tax_note: string
  /** The payer as the provider knows them; empty fields are filled from our billing details. */
  customer: Omit<Customer, 'contact'> | null
  state: 'open' | 'paid' | 'void'
  period_start: Date
  period_end: Date
  issued_at: Date
  paid_at: Date | null
  /** Number of payment attempts. */
  attempts: number
}

export interface BilledSubscription {
  ref: string
  customer: string
  /** Our reference for the payer, set at checkout: the team's id. */
  reference: string
  status: string
  /** US cents for one term, before tax. */
  total: number
  term_start: Date
  term_end: Date
  /** Null if it will not renew. */
  next_billing_at: Date | null
  /** When the cancellation was requested, or took effect. */
  cancelled_at: Date | null
  ends_at_term_end: boolean
  cancel_reason: string | null
  /** Start of the unpaid term. */
  past_due_since: Date | null
  card_status: string | null
  invoices: readonly BilledInvoice[]
}

export interface CheckoutAsked {
  reference: string
  customer: string | null
  email: string
  title: string
  seats: number
  /** US cents per seat and year, before tax. */
  unitAmount: number
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  /** Idempotency key: the same key returns the same checkout. */
  key: string
}

export interface BillingEvent {
  id: string
  type: string
  subscription: string | null
  checkout: string | null
}

/** Whether the provider answers, and what is missing, in sentences for staff. */
export interface ProviderCheck {
  ok: boolean
  message: string
}

export interface Provider {
  name: 'stripe' | 'test'
  /** Asks the provider for something harmless. `webhookUrl` is where it must report changes. */
  check(webhookUrl: string): Promise<ProviderCheck>
  openCheckout(asked: CheckoutAsked): Promise<{ ref: string; url: string }>
  /** Closes the checkout for payment; a paid one stays paid. */
  endCheckout(ref: string): Promise<void>
  findCheckout(ref: string): Promise<{ state: 'open' | 'paid' | 'ended'; subscription: string | null } | null>
  findSubscription(ref: string): Promise<BilledSubscription | null>
  /** Payment URL of the invoice. */
  payUrl(invoice: { ref: string; number: string }, returnUrl: string): Promise<string>
  portalUrl(customer: string, returnUrl: string): Promise<string>
  /** Takes effect at the end of the term. */
  cancel(ref: string, reason: string): Promise<void>
  resume(ref: string): Promise<void>
  /** Takes effect at the next renewal; the current term is neither charged nor refunded. */
  reprice(ref: string, asked: { seats: number; unitAmount: number }): Promise<void>
  /** Returns the event of a signed webhook; throws a problem for an invalid one. */
  readEvent?(raw: Buffer, signature: string | undefined): BillingEvent
  /** Runs time-based changes if the provider has no clock of its own. Returns the refs of changed subscriptions. */
  advance?(): Promise<string[]>
}

export type SubscriptionState = 'active' | 'past_due' | 'cancelled' | 'expired'

/** The provider's status as our state; null if it was never paid. */
export function stateOf(
  billed: Pick<BilledSubscription, 'status' | 'ends_at_term_end' | 'past_due_since'>,
): SubscriptionState | null {
  switch (billed.status) {
    case 'active':
    case 'trialing':
      return billed.ends_at_term_end ? 'cancelled' : 'active'
    case 'past_due':
    case 'unpaid':
      return 'past_due'
    case 'canceled':
      // Canceled after unpaid invoices, or at the member's request.
      return billed.past_due_since ? 'expired' : 'cancelled'
    case 'paused':
      return 'expired'
    default:
      return null
  }
}
