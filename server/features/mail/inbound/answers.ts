/**
 * Tells members about an email that was not posted, with their words and what to do. Only people are answered, at most
 * once a day unless we ask them something, and only at an address that the email surely came from or that is the
 * member's own. If someone else used a member's reply address, the member is told, not the sender.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import { confirmAddress } from '../addresses/confirm-address.ts'
import type { EmailContent, Part } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { threadPath } from '#shared/discussions.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES, START_DISCUSSION } from '#shared/routes.ts'
import type { AddressSpace } from '../addresses/reply-address.ts'
import { isForged, isGenuine, type Decision, type Reason } from './decision.ts'
import type { InboundMail } from './inbound-worker.ts'
import { countAsked, insertAnswer } from './inbound.sql.ts'
import { senderOf } from './sender.ts'

export interface AnswerSettings extends AddressSpace {
  publicUrl: string
  supportEmail: (theme: string | null) => string
}

/** What happened, and what to do. Nothing says that somebody asks without a name: an email may be seen by others. */
const SENTENCES: Partial<Record<Reason, string>> = {
  other_sender:
    'An email to your own reply address wasn’t sent from the address of your account, so we hold it, and nothing was posted. If you wrote it, send it again from that address. If you didn’t, an email of ours was probably forwarded: anyone who has it knows your reply address.',
  expired: 'The address that you replied to is too old. Open the discussion on the web to reply.',
  unverified:
    'We couldn’t verify that this email is from you. If it is, write it on the web. If you didn’t send it, there is nothing to do: nothing was posted.',
  file: 'A file can’t be attached, so nothing was posted. Send the email without it, or post on the web.',
  empty: 'We found no text of yours above the quoted email. Write your reply at the top, or post it on the web.',
  refused: 'It can’t be posted.',
  anonymous: 'An email can’t be posted in that discussion. Reply on the web.',
  anonymous_beside: 'It was sent to addresses that don’t go together. Send it to one address only.',
  draft_exists:
    'You have an unfinished discussion on the web. Post or discard it, then send this email again, so that neither replaces the other.',
  not_verified: 'We couldn’t verify that this email is from you, so nothing of it was saved. Write on the web.',
  not_confirmed:
    'It doesn’t say only SEND, so your earlier email still waits. Reply with that word alone, or review your email on the web.',
  anonymous_draft:
    'It is on the web, and no one else can see it. Its files and signature were left out. Review it before you post it.',
  sensitive: 'Your email may say too much, so no one has received it yet.',
  unknown_sender: `This address is for members of ${PRODUCT_NAME}, who write from the email address of their account. If you are a member, write from that address.`,
}
/** We need a word of the member, so they are told each time, within reason. */
const ASKING: readonly Reason[] = ['sensitive', 'anonymous_draft']
const ASKED_A_DAY = 20
/** Told whatever else the member was told that day. */
const BY_OTHERS: readonly Reason[] = ['other_sender']
const BY_OTHERS_A_DAY = 1
const WORDS = 10_000

/** The address to answer, if there is one. */
function addressee({ reason, writer }: Decision, mail: InboundMail): string | undefined {
  if (reason === 'other_sender') return writer?.addresses[0]
  const sender = senderOf(mail.headers)
  if (!sender || reason === null || !(reason in SENTENCES)) return undefined
  if (reason === 'unknown_sender') return isGenuine(mail, sender) ? sender : undefined
  // The owner of the domain says that it is forged: its member has nothing to do with it.
  return !isForged(mail, sender) && writer?.addresses.includes(sender) ? sender : undefined
}

async function isDue(tx: Transaction, { reason, writer }: Decision, to: string): Promise<boolean> {
  const [reasons, aDay] = BY_OTHERS.includes(reason!) ? [BY_OTHERS, BY_OTHERS_A_DAY] : [ASKING, ASKED_A_DAY]
  if (!writer || !reasons.includes(reason!)) return (await tx.query(insertAnswer({ address: to }))).rowCount === 1
  const { rows } = await tx.query<{ asked: number }>(countAsked({ userId: writer.id, reasons }))
  return rows[0]!.asked <= aDay
}

interface Answerable {
  id: number
  decision: Decision
  mail: InboundMail
  settings: AnswerSettings
}

export async function answerMail(tx: Transaction, { id, decision, mail, settings }: Answerable): Promise<void> {
  const to = addressee(decision, mail)
  if (!to || !(await isDue(tx, decision, to))) return
  const { reason, writer } = decision
  await queueMail(tx, {
    to,
    kind: 'mail-answer',
    letter: letterOf(decision, mail, settings),
    headers: {
      ...(reason === 'sensitive' &&
        writer && { 'Reply-To': confirmAddress(settings, { mailId: id, userId: writer.id }) }),
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      'X-Loop': `answers@${settings.domain}`,
    },
  })
}

const TITLES: Partial<Record<Reason, string>> = {
  anonymous_draft: 'Your email is saved as a draft',
  sensitive: 'Before your email is posted',
  other_sender: 'Someone else wrote to your reply address',
}
/** What is perhaps not from the member, or must not be connected with them, is not sent to them in our name. */
const NOT_QUOTED: readonly Reason[] = ['unverified', 'anonymous', ...BY_OTHERS]

function linkOf(reason: Reason, threadId: number | undefined, publicUrl: string): Part {
  if (reason === 'sensitive' || reason === 'not_confirmed')
    return { action: 'Review your email', url: `${publicUrl}${ROUTES.profileMail}` }
  if (reason === 'anonymous_draft' || reason === 'draft_exists')
    return { action: 'Open your draft', url: `${publicUrl}${START_DISCUSSION}` }
  return threadId && reason !== 'anonymous'
    ? { action: 'Open the discussion', url: `${publicUrl}${threadPath(threadId)}` }
    : { action: `Open ${PRODUCT_NAME}`, url: `${publicUrl}${ROUTES.feed}` }
}

function letterOf(decision: Decision, { body }: InboundMail, settings: AnswerSettings): EmailContent {
  const { reason, explanation, writer, threadId, isWithoutWords = false } = decision
  const supportEmail = settings.supportEmail(null)
  const words = (body.text || body.cutText).slice(0, WORDS).trim()
  const isQuoted = writer !== undefined && !isWithoutWords && !NOT_QUOTED.includes(reason!) && words !== ''
  const title = TITLES[reason!] ?? 'Your email wasn’t posted'
  return {
    subject: title,
    theme: null,
    network: 'Discussions by email',
    title,
    parts: [
      ...(writer ? [{ text: `Hello ${writer.first_name},` }] : []),
      { text: [SENTENCES[reason!], isWithoutWords ? '' : explanation].filter(Boolean).join(' ') },
      ...(reason === 'sensitive' ? [{ text: 'Reply SEND to post it as it is, or review it first.' }] : []),
      ...(writer ? [linkOf(reason!, threadId, settings.publicUrl)] : []),
      ...(isQuoted ? [{ text: 'You wrote:' }, { quote: words }] : []),
    ],
    reason: BY_OTHERS.includes(reason!)
      ? 'You’re receiving this because your reply address was used. We write about that at most once a day.'
      : 'You’re receiving this because an email from this address reached us. We answer an address at most once a day, unless we ask you something.',
    supportEmail,
  }
}
