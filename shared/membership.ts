/** Limits, words and money of memberships, used by server and browser alike. */
import { invoiceDay } from '#shared/invoices.ts'

/** Access after a renewal that was not paid. The database says the same in grace_period(). */
export const GRACE_DAYS = 14
/** When access ends if a term that began then stays unpaid. */
export const graceEnd = (since: Date): Date => new Date(since.getTime() + GRACE_DAYS * 86_400_000)
/** Before the renewal a member is told what will be charged and how to leave. */
export const RENEWAL_NOTICE_DAYS = 30
/** What is not paid by then has to be begun anew. */
export const CHECKOUT_MINUTES = 60
export const CANCEL_REASON_LENGTH = 500

export const ACCESS_LEVELS = ['full', 'onboarding', 'expired'] as const
/** What a member may call: everything, what finishes joining, or what brings a membership back. */
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
/** What an invoice says under its number, on the page and on paper alike. */
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

/** What a test card does; its name is all that reaches the server. */
export const TEST_CARDS = ['success', 'decline', 'authenticate', 'later_failure'] as const
export type TestCard = (typeof TEST_CARDS)[number]

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** "$1,234.00" from US cents. */
export const moneyOf = (cents: number) => dollars.format(cents / 100)

export const TEAM_NAME_LENGTH = 200
/** The database holds as many. */
export const TEAM_SEATS = { min: 1, usual: 5, max: 200 }
