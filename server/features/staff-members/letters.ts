/** Emails about staff decisions on an account. Members cannot turn them off. */
import type { EmailContext } from '#server/platform/app-context.ts'
import { longDate, timeOf } from '#shared/kit/dates.ts'
import { openedWords } from '#shared/impersonation.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'

import type { Viewed } from './impersonation/impersonation.sql.ts'

export interface Reader {
  first_name: string
  theme: string | null
  network: string | null
  time_zone: string
}
function letterTo(
  reader: Reader,
  { supportEmail }: EmailContext,
  subject: string,
  parts: readonly Part[],
): EmailContent {
  const { first_name, theme, network } = reader
  return {
    subject,
    theme,
    network: network ?? undefined,
    title: subject,
    parts: [{ text: `Hi ${first_name},` }, ...parts],
    reason: `You’re receiving this because it’s about your account. If you have a question, reply to this email or write to ${supportEmail(theme)}.`,
    supportEmail: supportEmail(theme),
  }
}

export const suspendedLetter = (
  reader: Reader,
  letterhead: EmailContext,
  { reason, until }: { reason: string; until: Date | null },
) =>
  letterTo(reader, letterhead, 'Your account has been suspended', [
    {
      text: until
        ? `Your ${PRODUCT_NAME} account is suspended until ${longDate(until, reader.time_zone)}. It will be restored automatically then.`
        : `Your ${PRODUCT_NAME} account is suspended until staff restore it.`,
    },
    { text: `Reason: ${reason}` },
    { text: 'Until then, you can’t sign in, and you’ve been signed out on every device. What you wrote is saved.' },
  ])

export const impersonatedLetter = (
  reader: Reader,
  letterhead: EmailContext,
  { reason, started_at, ended_at, staff_name, reads }: Viewed,
) => {
  const zone = reader.time_zone
  const opened = openedWords(reads)
  return letterTo(reader, letterhead, 'Staff viewed the community as you', [
    {
      text: `On ${longDate(started_at, zone)} from ${timeOf(started_at, zone)} to ${timeOf(ended_at, zone)}, ${staff_name ?? 'a former member of staff'} viewed ${PRODUCT_NAME} with your networks and access.`,
    },
    { text: `Reason: ${reason}` },
    {
      text: `${opened ? `They opened ${opened}. ` : ''}Your private replies, chats, drafts and settings were not shown, and nothing could be changed.`,
    },
  ])
}

export const restoredLetter = (reader: Reader, letterhead: EmailContext) =>
  letterTo(reader, letterhead, 'Your account has been restored', [
    { text: `Your ${PRODUCT_NAME} account is no longer suspended. You can sign in again.` },
    { action: 'Sign in', url: `${letterhead.publicUrl}${ROUTES.login}` },
  ])

export const signedOutLetter = (reader: Reader, letterhead: EmailContext, isEverywhere: boolean) =>
  letterTo(reader, letterhead, 'You were signed out', [
    {
      text: `Staff signed you out on ${isEverywhere ? 'every device' : 'one device'}. You can sign in again at any time.`,
    },
    { action: 'Sign in', url: `${letterhead.publicUrl}${ROUTES.login}` },
  ])

export const networksChangedLetter = (
  reader: Reader,
  letterhead: EmailContext,
  { names, primary }: { names: readonly string[]; primary: string },
) =>
  letterTo(reader, letterhead, 'Your networks have changed', [
    { text: `Staff changed your networks. You’re now a member of ${names.join(', ')}.` },
    { text: `${primary} is your primary network: its colors and address are used in your emails.` },
  ])

export const membershipEndedLetter = (reader: Reader, letterhead: EmailContext, { network }: { network: string }) =>
  letterTo(reader, letterhead, `Your membership of ${network} has ended`, [
    { text: `Staff ended your membership of ${network}. What you wrote stays as it is.` },
  ])

export const datesChangedLetter = (
  reader: Reader,
  letterhead: EmailContext,
  { trial, membership }: { trial: Date | null; membership: Date | null },
) =>
  letterTo(reader, letterhead, 'Your membership dates have changed', [
    { text: 'Staff changed how long you have access.' },
    ...(trial ? [{ text: `Your trial lasts until ${longDate(trial, reader.time_zone)}.` }] : []),
    {
      text: membership
        ? `Your membership lasts until ${longDate(membership, reader.time_zone)}.`
        : 'Your membership has no end date.',
    },
  ])

export const erasureCanceledLetter = (reader: Reader, letterhead: EmailContext) =>
  letterTo(reader, letterhead, 'Your account will not be deleted', [
    { text: `Staff canceled the deletion of your ${PRODUCT_NAME} account. Nothing was deleted.` },
  ])

export const mergedLetter = (
  reader: Reader,
  letterhead: EmailContext,
  { closed, kept }: { closed: string; kept: string },
) =>
  letterTo(reader, letterhead, 'Your two accounts are now one', [
    {
      text: `Staff merged the ${PRODUCT_NAME} account of ${closed} into the account of ${kept}. Everything written, saved or earned with either account is there, and you belong to the networks of both.`,
    },
    { text: `Sign in with ${kept} from now on. The password and the devices of the other account no longer work.` },
    { text: `If one of these accounts isn’t yours, write to ${letterhead.supportEmail(reader.theme)} at once.` },
  ])
