/** Creates notifications for a signal: each member concerned gets one, all in one transaction. */
import { notifiedMembers } from '#server/features/inbox/index.ts'
import type { Query } from '#server/platform/database/statement.ts'
import { transaction, type FollowUpPayload, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { requestId } from '#server/platform/log/request-id.ts'
import { USUAL_WAYS } from '#shared/notifications.ts'
import { changed } from './notifications.signals.ts'
import {
  enqueueDeliveries,
  lockLine,
  notifyBadge,
  notifyChat,
  notifyDecision,
  notifyEventNews,
  notifyDocument,
  notifyDocumentDecision,
  notifyFollower,
  notifyInvitation,
  notifyLike,
  notifyPollEnded,
  notifyRenewal,
  notifyReply,
  notifyThread,
  notifyTitle,
} from './notify.sql.ts'

interface MessageFact extends FollowUpPayload {
  thread_id: number
  message_id: number
  actor_id: number | null
}
interface PollFact extends FollowUpPayload {
  poll_id: number
}
interface FollowFact extends FollowUpPayload {
  user_id: number
  actor_id: number
}
interface ChatFact extends FollowUpPayload {
  group_id: number
  actor_id: number
  message_id: number
  invitee_ids: number[]
}
interface RenewalFact extends FollowUpPayload {
  subscription_id: number
  subscription_total: number
  next_billing_at: string
}
interface DecisionFact extends MessageFact {
  act: string
  was_visible: boolean
}
interface BadgeFact extends FollowUpPayload {
  user_id: number
  badge_id: number
}
interface TitleFact extends FollowUpPayload {
  title_id: number
}
interface EventFact extends FollowUpPayload {
  event_id: number
  news: string
}
interface DocumentFact extends FollowUpPayload {
  document_id: number
  act: string
}
interface NotificationFact {
  user_id: number
  mail_due: boolean
  push_due: boolean
}

interface NotificationContent {
  /** Facts with the same key may be merged into one notification. */
  line: string
  /** `usual`: the default channels per type. */
  query: (usual: string, tx: Transaction) => Query | Promise<Query>
}

const notifyFor: Record<string, (fact: never) => NotificationContent | undefined> = {
  'discussions.replied': ({ thread_id, message_id }: MessageFact) => ({
    line: `thread:${thread_id}`,
    query: (usual) => notifyReply({ usual, messageId: message_id }),
  }),
  'discussions.published': ({ thread_id, message_id }: MessageFact) => ({
    line: `thread:${thread_id}`,
    query: (usual) => notifyThread({ usual, messageId: message_id }),
  }),
  'discussions.liked': ({ message_id, actor_id }: MessageFact) => ({
    line: `like:${message_id}`,
    query: (usual) => notifyLike({ usual, messageId: message_id, actorId: actor_id }),
  }),
  'polls.ended': ({ poll_id }: PollFact) => ({
    line: `poll:${poll_id}`,
    query: (usual) => notifyPollEnded({ usual, pollId: poll_id }),
  }),
  'people.followed': ({ user_id, actor_id }: FollowFact) => ({
    line: `followers:${user_id}`,
    query: (usual) => notifyFollower({ usual, userId: user_id, actorId: actor_id }),
  }),
  'recognition.badge_earned': ({ user_id, badge_id }: BadgeFact) => ({
    line: `badges:${user_id}`,
    query: (usual) => notifyBadge({ usual, userId: user_id, badgeId: badge_id }),
  }),
  'recognition.title_offered': ({ title_id }: TitleFact) => ({
    line: `title:${title_id}`,
    query: (usual) => notifyTitle({ usual, titleId: title_id }),
  }),
  'events.news': ({ users, event_id, news }: EventFact) => ({
    line: `event:${event_id}`,
    query: (usual) => notifyEventNews({ usual, userIds: users, eventId: event_id, news }),
  }),
  'inbox.invited': ({ group_id, actor_id, invitee_ids }: ChatFact) => ({
    line: `invitation:${group_id}`,
    query: (usual) => notifyInvitation({ usual, groupId: group_id, actorId: actor_id, inviteeIds: invitee_ids }),
  }),
  'inbox.sent': ({ group_id, message_id }: ChatFact) => ({
    line: `chat:${group_id}`,
    query: async (usual, tx) =>
      notifyChat({ usual, messageId: message_id, recipients: JSON.stringify(await notifiedMembers(tx, message_id)) }),
  }),
  'documents.published': ({ document_id }: DocumentFact) => ({
    line: `document:${document_id}`,
    query: (usual) => notifyDocument({ usual, documentId: document_id }),
  }),
  'documents.decided': ({ document_id, act, occurrence }: DocumentFact) => ({
    line: `document_decision:${document_id}`,
    query: (usual) => notifyDocumentDecision({ usual, documentId: document_id, act, occurrence }),
  }),
  'membership.renewal_due': ({ users, subscription_id, subscription_total, next_billing_at }: RenewalFact) => ({
    line: `renewal:${subscription_id}`,
    query: (usual) =>
      notifyRenewal({
        usual,
        userIds: users,
        subscriptionId: subscription_id,
        nextBillingAt: next_billing_at,
        total: subscription_total,
      }),
  }),
  // Approved when everyone could already read it: nothing changed for its author.
  'discussions.reviewed': ({ message_id, act, was_visible, occurrence }: DecisionFact) =>
    act === 'approve' && was_visible
      ? undefined
      : {
          line: `decision:${message_id}`,
          query: (usual) => notifyDecision({ usual, messageId: message_id, act, occurrence }),
        },
}

/** For the server's registry: these signals enqueue these jobs. */
export const notificationFollowers = Object.fromEntries(
  Object.keys(notifyFor).map((signal) => [signal, ['notifications:tell']]),
)

/** Creates the notifications for one fact. Idempotent: a retry writes nothing twice. */
export async function notifyMembers({ pool, bus }: JobTools, fact: FollowUpPayload): Promise<number> {
  const telling = notifyFor[fact.signal]?.(fact as never)
  if (!telling) return 0
  return transaction(pool, bus, (tx) => write(tx, telling))
}

async function write(tx: Transaction, { line, query }: NotificationContent): Promise<number> {
  await tx.query(lockLine({ line }))
  const { rows } = await tx.query<NotificationFact>(await query(JSON.stringify(USUAL_WAYS), tx))
  const due = (way: 'mail_due' | 'push_due') => rows.filter((row) => row[way]).map(({ user_id }) => user_id)
  const [mail, push] = [due('mail_due'), due('push_due')]
  if (mail.length + push.length > 0)
    await tx.query(enqueueDeliveries({ mailIds: mail, pushIds: push, requestId: requestId() }))
  for (const signal of changed(rows.map(({ user_id }) => user_id))) tx.announce(signal)
  return rows.length
}
