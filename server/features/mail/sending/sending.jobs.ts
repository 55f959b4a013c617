/** From a post to one email for each member who wants it, exactly once. */
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction, type FollowUpPayload, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { queueListMails, type ListMail } from '#server/platform/mailer/mailer.ts'
import { withoutNotificationEmails } from '#server/features/notifications/index.ts'
import { SEND_AFTER_SECONDS } from '#shared/mail.ts'
import { bounceAddress } from '../addresses/bounce-address.ts'
import { feedbackPath, leavePath, type LeaveScope } from '../addresses/mail-links.ts'
import { replyAddress, type AddressSpace } from '../addresses/reply-address.ts'
import { listAddress, listHeaders, messageIdOf, senderName } from './list-headers.ts'
import { authorOf, renderPost, type PersonalParts } from './post-email.ts'
import {
  claimDeliveries,
  countDue,
  insertDeliveries,
  markQueued,
  selectPost,
  type Post,
  type Recipient,
} from './sending.sql.ts'

export interface MailSettings extends EmailContext, AddressSpace {}

interface PostFact extends FollowUpPayload {
  message_id: number
  /** Of a review: what staff decided. */
  act?: string
}
interface OfMessage {
  message_id: number
}

/** Signals after which a post may leave: it was written, or staff approved it. */
export const sendingFollowers = Object.fromEntries(
  ['discussions.published', 'discussions.replied', 'discussions.reviewed'].map((signal) => [signal, ['mail:post']]),
)

export const sendingJobs = (settings: MailSettings): Jobs => ({
  'mail:post': (tools: JobTools, fact: PostFact) => waitToSend(tools, fact),
  'mail:fan-out': (tools: JobTools, { message_id }: OfMessage) => fanOut(tools, message_id),
  'mail:deliver': (tools: JobTools, { message_id }: OfMessage) => deliver(tools, message_id, settings),
})

/** Later, so that a post that is undone, removed or corrected at once does not leave. */
const waitToSend = ({ pool, bus }: JobTools, { message_id, act = 'approve' }: PostFact) =>
  act === 'approve'
    ? transaction(pool, bus, (tx) =>
        tx.enqueue(
          'mail:fan-out',
          { message_id },
          { at: new Date(Date.now() + SEND_AFTER_SECONDS * 1000), key: `mail:fan-out:${message_id}` },
        ),
      )
    : Promise.resolve()

const fanOut = ({ pool, bus }: JobTools, messageId: number) =>
  transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(insertDeliveries({ messageId }))
    if (rowCount) await enqueueDelivery(tx, messageId)
  })

const enqueueDelivery = (tx: Transaction, message_id: number) =>
  tx.enqueue('mail:deliver', { message_id }, { key: `mail:deliver:${message_id}` })

/** Step by step: each commits the emails it queued, so a retry goes on where the last one ended. */
async function deliver({ pool, bus }: JobTools, messageId: number, settings: MailSettings): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await transaction(pool, bus, async (tx) => {
      const { rows: recipients } = await tx.query<Recipient>(claimDeliveries({ messageId }))
      if (recipients.length > 0) await queue(tx, messageId, { recipients, settings })
      const { rows } = await tx.query<{ is_due: boolean }>(countDue({ messageId }))
      return rows[0]!.is_due
    })
}

interface Step {
  recipients: readonly Recipient[]
  settings: MailSettings
}

async function queue(tx: Transaction, messageId: number, { recipients, settings }: Step): Promise<void> {
  const { rows } = await tx.query<Post>(selectPost({ messageId }))
  const post = rows[0]!
  const mails = recipients.map((recipient) => mailOf(post, recipient, settings))
  const mailIds = await queueListMails(tx, mails)
  await tx.query(markQueued({ ids: recipients.map(({ delivery_id }) => delivery_id), mailIds }))
  // This email says more than the one about the notification.
  await tx.query(withoutNotificationEmails({ messageId, userIds: recipients.map(({ user_id }) => user_id) }))
}

function personalPartsOf(post: Post, recipient: Recipient, settings: MailSettings): PersonalParts {
  const { publicUrl, secret } = settings
  const { user_id: userId } = recipient
  const leave = (scope: LeaveScope, id: number) => `${publicUrl}${leavePath(secret, { scope, userId, id })}`
  const useful = (isUseful: boolean) => `${publicUrl}${feedbackPath(secret, { userId, messageId: post.id }, isUseful)}`
  const address = (audience: 'group' | 'private') => replyAddress(settings, { userId, messageId: post.id, audience })
  const { peer_network_id: network } = post.list
  return {
    replyAddress: address('group'),
    privateAddress: address('private'),
    useful: useful(true),
    notUseful: useful(false),
    muteThread: leave('thread', post.thread_id),
    digest: leave('digest', network),
    leaveNetwork: leave('network', network),
    isHiddenAuthor: recipient.is_hidden_author,
    withoutWords: recipient.without_words,
  }
}

function mailOf(post: Post, recipient: Recipient, settings: MailSettings): ListMail {
  const personal = personalPartsOf(post, recipient, settings)
  const headers = listHeaders(
    post,
    { ...settings, supportEmail: settings.supportEmail(post.list.theme) },
    {
      leave: personal.leaveNetwork,
      replyTo: post.is_private ? personal.privateAddress : personal.replyAddress,
    },
  )
  return {
    to: recipient.email,
    kind: 'discussion',
    ...renderPost(post, personal, settings),
    message_id: messageIdOf(settings, post.id),
    headers,
    sender_name: personal.withoutWords || !post.list.has_words ? post.list.name : senderName(authorOf(post), post),
    sender_address: listAddress(settings, post),
    return_path: bounceAddress(settings, recipient.delivery_id),
  }
}
