/**
 * What we ask of the provider that takes the money. Cards are typed at theirs, so no number of a card ever comes to us; what they
 * tell us is only that something changed, and we ask for how it stands now.
 */
import type { Customer, InvoiceLine } from '#shared/invoices.ts'

export interface BilledInvoice {
  ref: string
  /** Null where the provider gives none: then we do. */
  number: string | null
  /** US cents, with the tax. */
  amount: number
  /** None where the provider says only the amount. */
  lines: readonly InvoiceLine[]
  tax_note: string
  /** As the provider knows the payer; what is empty is taken from what they told us. */
  customer: Omit<Customer, 'contact'> | null
  state: 'open' | 'paid' | 'void'
  period_start: Date
  period_end: Date
  issued_at: Date
  paid_at: Date | null
  /** How often it was tried to take the money. */
  attempts: number
}

export interface BilledSubscription {
  ref: string
  customer: string
  /** What we called the payer when the checkout began: the id of the team. */
  reference: string
  status: string
  /** US cents for one term, before tax. */
  total: number
  term_start: Date
  term_end: Date
  /** Null where it will not renew. */
  next_billing_at: Date | null
  /** When it was asked to end, or ended. */
  cancelled_at: Date | null
  ends_at_term_end: boolean
  cancel_reason: string | null
  /** The beginning of the term that is not paid. */
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
  /** US cents for one seat and year, before tax. */
  unitAmount: number
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  /** The same key is the same checkout, however often it is asked for. */
  key: string
}

export interface BillingEvent {
  id: string
  type: string
  subscription: string | null
  checkout: string | null
}

export interface Provider {
  name: 'stripe' | 'test'
  openCheckout(asked: CheckoutAsked): Promise<{ ref: string; url: string }>
  /** From now on nobody can pay there; one that was paid stays paid. */
  endCheckout(ref: string): Promise<void>
  findCheckout(ref: string): Promise<{ state: 'open' | 'paid' | 'ended'; subscription: string | null } | null>
  findSubscription(ref: string): Promise<BilledSubscription | null>
  /** Where the invoice can be paid. */
  payUrl(invoice: { ref: string; number: string }, returnUrl: string): Promise<string>
  portalUrl(customer: string, returnUrl: string): Promise<string>
  /** At the end of the term. */
  cancel(ref: string, reason: string): Promise<void>
  resume(ref: string): Promise<void>
  /** From the next renewal on; nothing is charged or given back for the term that runs. */
  reprice(ref: string, asked: { seats: number; unitAmount: number }): Promise<void>
  /** The event of a signed message; throws a problem for any other. */
  readEvent?(raw: Buffer, signature: string | undefined): BillingEvent
  /** Does what is due by the clock, where nobody else does. Gives the subscriptions that changed. */
  advance?(): Promise<string[]>
}

export type SubscriptionState = 'active' | 'past_due' | 'cancelled' | 'expired'

/** What the provider's word means for a member; null for what was never paid. */
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
      // Given up because nobody paid, or left by the member's own wish.
      return billed.past_due_since ? 'expired' : 'cancelled'
    case 'paused':
      return 'expired'
    default:
      return null
  }
}
