/** Limits, texts and amounts of memberships, shared by server and browser. */
import { invoiceDay } from '#shared/invoices.ts'

/** How long access continues after an unpaid renewal. The same as grace_period() in the database. */
export const GRACE_DAYS = 14
/** When access ends if a term that begins at `since` stays unpaid. */
export const graceEnd = (since: Date): Date => new Date(since.getTime() + GRACE_DAYS * 86_400_000)
/** This long before the renewal, a member is notified of the price and of how to cancel. */
export const RENEWAL_NOTICE_DAYS = 30
/** An unpaid checkout expires after this time and must be started again. */
export const CHECKOUT_MINUTES = 60
export const CANCEL_REASON_LENGTH = 500

export const ACCESS_LEVELS = ['full', 'onboarding', 'expired'] as const
/** What a member may access: everything, onboarding only, or only what is needed to renew a membership. */
export type AccessLevel = (typeof ACCESS_LEVELS)[number]

export const ACCESS_LEVEL_PROBLEMS: Record<Exclude<AccessLevel, 'full'>, { code: string; message: string }> = {
  expired: {
    code: 'membership.expired',
    message: 'Your membership has ended. Renew it under Membership to read and post again.',
  },
  onboarding: {
    code: 'onboarding.unfinished',
    message: 'Finish joining first. You can pick up where you left off.',
  },
}

export const CANCEL_REASONS = ['too_expensive', 'too_little_use', 'changed_job', 'missing_something', 'other'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
export const CANCEL_REASON_WORDS: Record<CancelReason, string> = {
  too_expensive: 'It’s too expensive',
  too_little_use: 'I don’t use it enough',
  changed_job: 'I changed jobs or retired',
  missing_something: 'It’s missing something I need',
  other: 'Another reason',
}

interface InvoiceFacts {
  network: string
  team: string
  period_start: Date | string
  period_end: Date | string
  issued_at: Date | string
  paid_at: Date | string | null
  state: 'open' | 'paid' | 'void'
  time_zone: string
}
/** The facts below the invoice number, the same on the page and in the file. */
export function invoiceFacts(invoice: InvoiceFacts): [label: string, value: string][] {
  const day = (date: Date | string) => invoiceDay(invoice, date)
  return [
    ['Description', `${invoice.network} membership`],
    ['Team', invoice.team],
    ['Period', `${day(invoice.period_start)} to ${day(invoice.period_end)}`],
    ['Issued', day(invoice.issued_at)],
    ['Status', invoice.paid_at ? `Paid on ${day(invoice.paid_at)}` : INVOICE_STATE_WORDS[invoice.state]],
  ]
}

export const INVOICE_STATE_WORDS = { open: 'Due', paid: 'Paid', void: 'Void (nothing due)' } as const

/** The outcomes of a test card; only its name is sent to the server. */
export const TEST_CARDS = ['success', 'decline', 'authenticate', 'later_failure'] as const
export type TestCard = (typeof TEST_CARDS)[number]

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** "$1,234.00" from US cents. */
export const moneyOf = (cents: number) => dollars.format(cents / 100)

export const TEAM_NAME_LENGTH = 200
/** The limits of the database column. */
export const TEAM_SEATS = { min: 1, usual: 5, max: 200 }
