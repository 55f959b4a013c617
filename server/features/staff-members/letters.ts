/** Emails about staff decisions on an account. Members cannot turn them off. */
import type { EmailContext } from '#server/platform/app-context.ts'
import { longDate } from '#shared/kit/dates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'

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

export const restoredLetter = (reader: Reader, letterhead: EmailContext) =>
  letterTo(reader, letterhead, 'Your account has been restored', [
    { text: `Your ${PRODUCT_NAME} account is no longer suspended. You can sign in again.` },
    { action: 'Sign in', url: `${letterhead.publicUrl}${ROUTES.login}` },
  ])

export const signedOutLetter = (reader: Reader, letterhead: EmailContext) =>
  letterTo(reader, letterhead, 'You were signed out', [
    { text: 'Staff signed you out on every device. You can sign in again at any time.' },
    { action: 'Sign in', url: `${letterhead.publicUrl}${ROUTES.login}` },
  ])
