/** The mail that tells of what waits. Subjects name nobody, because they are shown on locked screens. */
import { PRODUCT_NAME } from '#shared/networks.ts'
import { notificationPath, spoken, type NotificationType } from '#shared/notifications.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Letter, Part } from '#server/platform/mailer/letter.ts'
import { LINES_TOLD, type DueLine, type Reader } from './ways.sql.ts'

const SUBJECTS: Partial<Record<NotificationType, string>> = {
  mention: 'You are mentioned in a discussion',
  private_reply: 'You have a private reply',
  reply: 'There are new replies',
}
/** Private words stay here: a mail is read in places that nobody of us knows. */
const QUOTED: readonly NotificationType[] = ['mention', 'reply']

export interface Letterhead {
  publicUrl: string
  supportEmail: (theme: string | null) => string
}

export function noticeLetter(
  reader: Reader,
  lines: readonly DueLine[],
  { publicUrl, supportEmail }: Letterhead,
): Letter {
  const told = lines.slice(0, LINES_TOLD)
  const [only] = told
  const isMore = lines.length > told.length
  const count = isMore ? `More than ${LINES_TOLD}` : String(told.length)
  const subject =
    told.length === 1
      ? (SUBJECTS[only!.notification_type] ?? 'There is something for you')
      : `${count} things wait for you`
  return {
    subject,
    theme: reader.theme,
    network: reader.network ?? undefined,
    title: subject,
    parts: [
      { text: `Dear ${reader.first_name},` },
      ...told.flatMap((line) => partsOf(line, publicUrl)),
      ...(told.length > 1 ? [{ action: 'See all notifications', url: `${publicUrl}${ROUTES.notifications}` }] : []),
    ],
    reason: `You receive this because you have not read it on ${PRODUCT_NAME} yet. Choose what is sent, when and how often: ${publicUrl}${ROUTES.profileSettings}#notifications`,
    supportEmail: supportEmail(reader.theme),
  }
}

/** Says at the other end that the reader came by mail; nothing that names them. */
function fromMail(path: string): string {
  const [address = '', fragment] = path.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}referral_source=email${fragment ? `#${fragment}` : ''}`
}

function partsOf(line: DueLine, publicUrl: string): Part[] {
  const sentence = `${spoken(line)}${line.topic ? `: “${line.topic}”` : ''}.`
  const isQuoted = QUOTED.includes(line.notification_type) && line.excerpt
  return [
    { text: sentence },
    ...(isQuoted ? [{ quote: line.excerpt! }] : []),
    { action: 'Read it', url: `${publicUrl}${fromMail(notificationPath(line))}` },
  ]
}
