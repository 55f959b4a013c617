/** The mails about money. They come whatever a member chose about mail, because they tell of a charge or of its lack. */
import { dayOf } from '#shared/kit/dates.ts'
import { GRACE_DAYS, graceEnd, moneyOf } from '#shared/membership.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Letter, Part } from '#server/platform/mailer/letter.ts'
import type { BilledInvoice, BilledSubscription } from './provider.ts'

export interface MoneyFacts {
  reader: { first_name: string; theme: string | null; network: string | null; time_zone: string }
  supportEmail: string
  publicUrl: string
}

const REASON = 'You receive this because you pay for this membership. Such mail cannot be switched off.'

const letterTo = (
  { reader, supportEmail }: MoneyFacts,
  { subject, parts }: { subject: string; parts: readonly Part[] },
): Letter => ({
  subject,
  theme: reader.theme,
  network: reader.network ?? undefined,
  title: subject,
  parts: [{ text: `Dear ${reader.first_name},` }, ...parts],
  reason: REASON,
  supportEmail,
})

const place = ({ reader }: MoneyFacts) => reader.network ?? PRODUCT_NAME
const day = ({ reader }: MoneyFacts, date: Date) => dayOf(date, reader.time_zone)
const membershipUrl = ({ publicUrl }: MoneyFacts) => `${publicUrl}${ROUTES.profileMembership}`

export const receiptLetter = (facts: MoneyFacts, { invoice, url }: { invoice: BilledInvoice; url: string }) =>
  letterTo(facts, {
    subject: `Receipt for your membership of ${place(facts)}`,
    parts: [
      { text: `Thank you. ${moneyOf(invoice.amount)} was received.` },
      {
        facts: [
          ['Invoice', invoice.number],
          ['Amount', moneyOf(invoice.amount)],
          ['From', day(facts, invoice.period_start)],
          ['To', day(facts, invoice.period_end)],
        ],
      },
      { action: 'See the invoice', url },
      { text: 'Whoever has this link sees the invoice, and can save it as a file, without signing in.' },
    ],
  })

export const failureLetter = (
  facts: MoneyFacts,
  { invoice, url, until }: { invoice: BilledInvoice; url: string; until: Date },
) =>
  letterTo(facts, {
    subject: 'Your membership could not be renewed',
    parts: [
      { text: `The card was refused for ${moneyOf(invoice.amount)}, invoice ${invoice.number}.` },
      {
        text: `Nothing changes until ${day(facts, until)}, ${GRACE_DAYS} days after the renewal. Pay by then to keep access.`,
      },
      { action: 'Pay the invoice', url },
    ],
  })

export const renewalLetter = (facts: MoneyFacts, { total, at }: { total: number; at: Date }) =>
  letterTo(facts, {
    subject: `Your membership renews on ${day(facts, at)}`,
    parts: [
      { text: `On ${day(facts, at)} your membership of ${place(facts)} renews for a year, for ${moneyOf(total)}.` },
      { text: 'There is nothing to do. To change the card, or to leave before then, open your membership.' },
      { action: 'Open your membership', url: membershipUrl(facts) },
    ],
  })

export const cancellationLetter = (
  facts: MoneyFacts,
  { term_end, past_due_since }: Pick<BilledSubscription, 'term_end' | 'past_due_since'>,
) =>
  letterTo(facts, {
    subject: 'Your membership will end',
    parts: [
      {
        text: `As you asked, your membership of ${place(facts)} is not renewed. You have access until ${day(facts, past_due_since ? graceEnd(past_due_since) : term_end)}.`,
      },
      { text: 'What you wrote stays for those who could read it. Until then you can change your mind with one click.' },
      { action: 'Open your membership', url: membershipUrl(facts) },
    ],
  })
