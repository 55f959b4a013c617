/** The notification email. Subjects name no one, because they appear on lock screens. */
import type { EmailContext } from '#server/platform/app-context.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { notificationPath, plainSentence, type NotificationType } from '#shared/notifications.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'
import { MAX_ITEMS_PER_EMAIL, type DueLine, type Reader } from './deliveries.sql.ts'

const SUBJECTS: Partial<Record<NotificationType, string>> = {
  mention: 'Someone mentioned you in a discussion',
  private_reply: 'You have a private reply',
  reply: 'New replies for you',
}
/** Text of private messages is never emailed: emails may be read anywhere. */
const QUOTED: readonly NotificationType[] = ['mention', 'reply']

export function notificationEmail(
  reader: Reader,
  lines: readonly DueLine[],
  { publicUrl, supportEmail }: EmailContext,
): EmailContent {
  const told = lines.slice(0, MAX_ITEMS_PER_EMAIL)
  const [only] = told
  const isMore = lines.length > told.length
  const count = isMore ? `More than ${MAX_ITEMS_PER_EMAIL}` : String(told.length)
  const subject =
    told.length === 1
      ? (SUBJECTS[only!.notification_type] ?? 'You have a new notification')
      : `${count} new notifications`
  return {
    subject,
    theme: reader.theme,
    network: reader.network ?? undefined,
    title: subject,
    parts: [
      { text: `Hi ${reader.first_name},` },
      ...told.flatMap((line) => partsOf(line, publicUrl)),
      ...(told.length > 1 ? [{ action: 'See all notifications', url: `${publicUrl}${ROUTES.notifications}` }] : []),
    ],
    reason: `You’re receiving this because you haven’t read it on ${PRODUCT_NAME} yet. Choose what we send, when, and how often: ${publicUrl}${ROUTES.profileSettings}#notifications`,
    supportEmail: supportEmail(reader.theme),
  }
}

/** Marks the visit as coming from email; identifies no one. */
function fromMail(path: string): string {
  const [address = '', fragment] = path.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}referral_source=email${fragment ? `#${fragment}` : ''}`
}

/** A topic with its own final punctuation gets no period. */
const ended = (topic: string) => (/[.?!…]$/.test(topic) ? topic : `${topic}.`)

function partsOf(line: DueLine, publicUrl: string): Part[] {
  const sentence = `${plainSentence(line)}${line.topic ? `: “${ended(line.topic)}”` : '.'}`
  const isQuoted = QUOTED.includes(line.notification_type) && line.excerpt
  return [
    { text: sentence },
    ...(isQuoted ? [{ quote: line.excerpt! }] : []),
    { action: 'View', url: `${publicUrl}${fromMail(notificationPath(line))}` },
  ]
}
