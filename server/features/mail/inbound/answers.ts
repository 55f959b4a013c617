/**
 * Tells members about an email that was not posted, with their words and what to do. Only people are answered, at most
 * once a day, and only at an address that the email surely came from or that is the member's own.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { threadPath } from '#shared/discussions.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { isForged, isGenuine, type Decision, type Reason } from './decision.ts'
import type { InboundMail } from './inbound-worker.ts'
import { insertAnswer } from './inbound.sql.ts'
import { senderOf } from './sender.ts'

export interface AnswerSettings {
  publicUrl: string
  supportEmail: (theme: string | null) => string
  domain: string
}

/** What happened, and what to do. */
const SENTENCES: Partial<Record<Reason, string>> = {
  expired: 'The address that you replied to is too old. Open the discussion on the web to reply.',
  unverified:
    'We couldn’t verify that this email is from you. If it is, write it on the web. If you didn’t send it, there is nothing to do: nothing was posted.',
  file: 'A file can’t be attached, so nothing was posted. Send the email without it, or post on the web.',
  empty: 'We found no text of yours above the quoted email. Write your reply at the top, or post it on the web.',
  refused: 'It can’t be posted.',
  unknown_sender: `This address is for members of ${PRODUCT_NAME}, who write from the email address of their account. If you are a member, write from that address.`,
}
const WORDS = 10_000

/** The address to answer, if there is one. */
function addressee({ reason, writer }: Decision, mail: InboundMail): string | undefined {
  const sender = senderOf(mail.headers)
  if (!sender || reason === null || !(reason in SENTENCES)) return undefined
  if (reason === 'unknown_sender') return isGenuine(mail, sender) ? sender : undefined
  // The owner of the domain says that it is forged: its member has nothing to do with it.
  return !isForged(mail, sender) && writer?.addresses.includes(sender) ? sender : undefined
}

export async function answerMail(
  tx: Transaction,
  { decision, mail, settings }: { decision: Decision; mail: InboundMail; settings: AnswerSettings },
): Promise<void> {
  const to = addressee(decision, mail)
  if (!to) return
  const { rowCount } = await tx.query(insertAnswer({ address: to }))
  if (rowCount !== 1) return
  await queueMail(tx, {
    to,
    kind: 'mail-answer',
    letter: letterOf(decision, mail, settings),
    headers: {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      'X-Loop': `answers@${settings.domain}`,
    },
  })
}

function letterOf(decision: Decision, { body }: InboundMail, settings: AnswerSettings): EmailContent {
  const { reason, explanation, writer, threadId } = decision
  const supportEmail = settings.supportEmail(null)
  const words = (body.text || body.cutText).slice(0, WORDS).trim()
  // What is perhaps not from the member is not sent to them in our name.
  const isQuoted = writer !== undefined && reason !== 'unverified' && words !== ''
  const link: Part = threadId
    ? { action: 'Open the discussion', url: `${settings.publicUrl}${threadPath(threadId)}` }
    : { action: `Open ${PRODUCT_NAME}`, url: `${settings.publicUrl}${ROUTES.feed}` }
  return {
    subject: 'Your email wasn’t posted',
    theme: null,
    network: 'Discussions by email',
    title: 'Your email wasn’t posted',
    parts: [
      ...(writer ? [{ text: `Hello ${writer.first_name},` }] : []),
      { text: [SENTENCES[reason!], explanation].filter(Boolean).join(' ') },
      ...(writer ? [link] : []),
      ...(isQuoted ? [{ text: 'You wrote:' }, { quote: words }] : []),
    ],
    reason:
      'You’re receiving this because an email from this address reached us. We answer an address at most once a day.',
    supportEmail,
  }
}
