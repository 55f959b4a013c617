/**
 * Billing emails. They are sent regardless of the member's email preferences, because they report a charge or a failed
 * payment.
 */
import { dayOf } from '#shared/kit/dates.ts'
import { GRACE_DAYS, graceEnd, moneyOf } from '#shared/membership.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'
import { invoiceDay, type InvoicePaper } from '#shared/invoices.ts'
import type { BilledInvoice, BilledSubscription } from './payment-provider/provider.ts'

/** The invoice as issued. */
type Issued = Omit<BilledInvoice, 'number'> & Pick<InvoicePaper, 'time_zone'> & { number: string }

export interface MoneyFacts {
  reader: { first_name: string; theme: string | null; network: string | null; time_zone: string }
  supportEmail: string
  publicUrl: string
}

const REASON = 'You’re receiving this because you pay for this membership. These emails can’t be turned off.'

const letterTo = (
  { reader, supportEmail }: MoneyFacts,
  { subject, parts }: { subject: string; parts: readonly Part[] },
): EmailContent => ({
  subject,
  theme: reader.theme,
  network: reader.network ?? undefined,
  title: subject,
  parts: [{ text: `Hi ${reader.first_name},` }, ...parts],
  reason: REASON,
  supportEmail,
})

const place = ({ reader }: MoneyFacts) => reader.network ?? PRODUCT_NAME
const day = ({ reader }: MoneyFacts, date: Date) => dayOf(date, reader.time_zone)
const membershipUrl = ({ publicUrl }: MoneyFacts) => `${publicUrl}${ROUTES.profileMembership}`

export const receiptEmail = (facts: MoneyFacts, { invoice, url }: { invoice: Issued; url: string }) =>
  letterTo(facts, {
    subject: `Your ${place(facts)} membership receipt`,
    parts: [
      { text: `Thank you. We received your payment of ${moneyOf(invoice.amount)}.` },
      {
        facts: [
          ['Invoice', invoice.number],
          ['Amount', moneyOf(invoice.amount)],
          ['Period', `${invoiceDay(invoice, invoice.period_start)} to ${invoiceDay(invoice, invoice.period_end)}`],
        ],
      },
      { action: 'View invoice', url },
      { text: 'Anyone with this link can view and download the invoice without signing in.' },
    ],
  })

export const paymentFailedEmail = (
  facts: MoneyFacts,
  { invoice, url, until }: { invoice: Issued; url: string; until: Date },
) =>
  letterTo(facts, {
    subject: 'We couldn’t renew your membership',
    parts: [
      { text: `Your card was declined for ${moneyOf(invoice.amount)} (invoice ${invoice.number}).` },
      {
        text: `You’ll keep your access until ${day(facts, until)}, ${GRACE_DAYS} days after the renewal date. Pay by then to keep it.`,
      },
      { action: 'Pay invoice', url },
    ],
  })

export const renewalEmail = (facts: MoneyFacts, { total, at }: { total: number; at: Date }) =>
  letterTo(facts, {
    subject: `Your membership renews on ${day(facts, at)}`,
    parts: [
      { text: `Your ${place(facts)} membership renews on ${day(facts, at)} for one year at ${moneyOf(total)}.` },
      { text: 'There’s nothing you need to do. To update your card or cancel before then, open your membership.' },
      { action: 'Open membership', url: membershipUrl(facts) },
    ],
  })

export const cancellationEmail = (
  facts: MoneyFacts,
  { term_end, past_due_since }: Pick<BilledSubscription, 'term_end' | 'past_due_since'>,
) =>
  letterTo(facts, {
    subject: 'Your membership won’t renew',
    parts: [
      {
        text: `As you requested, your ${place(facts)} membership won’t renew. You’ll have access until ${day(facts, past_due_since ? graceEnd(past_due_since) : term_end)}.`,
      },
      {
        text: 'What you wrote stays visible to the members who can read it today. You can change your mind until then with one click.',
      },
      { action: 'Open membership', url: membershipUrl(facts) },
    ],
  })
