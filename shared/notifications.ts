/** Notifications: kinds, delivery channels and texts, shared by page, email and push. */
import { messagePath, threadPath } from './discussions.ts'
import { ROUTES } from './routes.ts'

export const NOTIFICATION_TYPES = [
  'mention',
  'private_reply',
  'reply',
  'like',
  'recommendation_request_match',
  'poll_ended',
  'moderation_decision',
  'new_follower',
  'group_invitation',
  'document_request_answered',
  'event_soon',
  'badge_earned',
  'title_offered',
  'membership_renewal',
  'chat_message',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const NOTIFICATION_WAYS = ['in_app', 'email', 'push'] as const
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number]
export type Ways = Record<NotificationWay, boolean>

export const NOTIFICATIONS_PAGE = 25
/** Counting stops here: each notification is checked again for its reader, and the bell shows 99+. */
export const NOTIFICATIONS_COUNTED = 100
/** The number of people named in one line; the others are counted. */
export const RELATED_USERS = 3
export const EXCERPT_OF_NOTICE = 200

/** By default, email only for what needs this member's own answer. Push has no effect until a device is allowed. */
const usual = (push: boolean, email = false): Ways => ({ in_app: true, email, push })
export const USUAL_WAYS: Record<NotificationType, Ways> = {
  mention: usual(true, true),
  private_reply: usual(true, true),
  reply: usual(true),
  like: usual(false),
  recommendation_request_match: usual(true),
  poll_ended: usual(false),
  moderation_decision: usual(true),
  new_follower: usual(false),
  group_invitation: usual(true),
  document_request_answered: usual(true),
  event_soon: usual(true),
  badge_earned: usual(false),
  title_offered: usual(true),
  membership_renewal: usual(false),
  // New chat messages appear in the inbox, and their channels are chosen there.
  chat_message: { in_app: false, email: true, push: true },
}
/** The kinds that members configure in the notification settings. */
export const CHOSEN_TYPES = NOTIFICATION_TYPES.filter(
  (type) => type !== 'chat_message' && type !== 'membership_renewal',
)

/** Labels for settings and filters, and what triggers each kind. */
export const KIND_LABELS: Record<NotificationType, { label: string; what: string }> = {
  mention: { label: 'Mentions', what: 'When someone mentions you in a discussion.' },
  private_reply: { label: 'Private replies', what: 'When someone sends you a private reply.' },
  reply: { label: 'Replies', what: 'New replies in discussions you started, replied to, or follow.' },
  like: { label: 'Agreed with you', what: 'When members agree with your posts.' },
  recommendation_request_match: {
    label: 'Requests',
    what: 'When someone asks for a recommendation in an area where you’ve recommended an expert.',
  },
  poll_ended: { label: 'Polls', what: 'When a poll you posted or voted in closes.' },
  moderation_decision: { label: 'Staff decisions', what: 'When staff make a decision about one of your posts.' },
  new_follower: { label: 'Followers', what: 'When a member follows you.' },
  group_invitation: { label: 'Invitations', what: 'When someone invites you to a group chat.' },
  document_request_answered: { label: 'Documents', what: 'When someone shares a document you requested.' },
  event_soon: { label: 'Events', what: 'Before an event you’re attending starts.' },
  badge_earned: { label: 'Badges', what: 'When you earn a badge.' },
  title_offered: { label: 'Titles', what: 'When staff offer you a community title.' },
  membership_renewal: { label: 'Membership', what: 'When your membership is due for renewal.' },
  chat_message: { label: 'Chats', what: 'When someone sends a message in one of your conversations.' },
}

export const NOTIFICATION_TIMINGS = ['immediate', 'hourly', 'daily'] as const
export type NotificationTiming = (typeof NOTIFICATION_TIMINGS)[number]
/** The hour, in the member's time zone, at which the daily email is sent. */
export const DAILY_HOUR = 7

export type KindChoices = Partial<Record<NotificationType, Partial<Ways>>>

/** All kinds with all channels, with the member's choices applied. */
export const waysOf = (chosen: KindChoices): Record<NotificationType, Ways> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, { ...USUAL_WAYS[type], ...chosen[type] }])) as Record<
    NotificationType,
    Ways
  >

/** Validates choices from untrusted JSON; undefined if anything is invalid. */
export function choicesIn(given: unknown): KindChoices | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  for (const [type, ways] of Object.entries(given)) {
    if (!NOTIFICATION_TYPES.includes(type as NotificationType)) return undefined
    if (typeof ways !== 'object' || ways === null || Array.isArray(ways)) return undefined
    for (const [way, isOn] of Object.entries(ways))
      if (!NOTIFICATION_WAYS.includes(way as NotificationWay) || typeof isOn !== 'boolean') return undefined
  }
  return given as KindChoices
}

export interface NotificationPayload {
  thread_id?: number
  message_id?: number
  user_id?: number
  group_id?: number
  event_id?: number
  document_id?: number
  badge_id?: number
  title_id?: number
  request_id?: number
  act?: 'approve' | 'reject' | 'remove' | 'closed' | 'reopened' | 'change'
  /** Of an event. */
  news?: keyof typeof EVENT_NEWS
  is_thread?: boolean
  next_billing_at?: string
  /** US cents. */
  subscription_total?: number
}

export interface NotificationFact {
  notification_type: NotificationType
  payload: NotificationPayload
  /** Most recent first, at most RELATED_USERS; `num_of_users` also counts those who are not named. */
  related_users: readonly { name: string }[]
  num_of_users: number
  num_of_facts: number
  topic: string | null
}

/** The path that a notification links to. */
export function notificationPath({
  notification_type,
  payload,
}: Pick<NotificationFact, 'notification_type' | 'payload'>): string {
  const { thread_id, message_id, user_id, group_id, event_id, document_id } = payload
  if (thread_id !== undefined) {
    const isThread = message_id === undefined || payload.is_thread || notification_type === 'poll_ended'
    return isThread ? threadPath(thread_id) : messagePath(thread_id, message_id)
  }
  switch (notification_type) {
    case 'new_follower':
      return user_id === undefined ? ROUTES.members : `${ROUTES.members}/${user_id}`
    case 'group_invitation':
    case 'chat_message':
      return group_id === undefined ? ROUTES.inbox : `${ROUTES.inbox}?group_id=${group_id}`
    case 'event_soon':
      return event_id === undefined ? ROUTES.events : `${ROUTES.events}/${event_id}`
    case 'document_request_answered':
      return document_id === undefined ? ROUTES.peerDocuments : `${ROUTES.peerDocuments}/${document_id}`
    case 'moderation_decision':
      return document_id === undefined ? ROUTES.profileActivity : `${ROUTES.peerDocuments}/${document_id}`
    case 'badge_earned':
    case 'title_offered':
      return ROUTES.profileBadges
    case 'membership_renewal':
      return ROUTES.profileMembership
    default:
      return ROUTES.profileActivity
  }
}

/** "Marcus Webb", "Marcus Webb and Priya Nair", "Marcus Webb and 4 others". */
export function actorNames({
  related_users,
  num_of_users,
}: Pick<NotificationFact, 'related_users' | 'num_of_users'>): string {
  const [first, second] = related_users
  if (!first) return num_of_users > 1 ? `${num_of_users} members` : 'A member'
  const others = num_of_users - 1
  if (others <= 0) return first.name
  return others === 1 && second ? `${first.name} and ${second.name}` : `${first.name} and ${others} others`
}

const DECISIONS: Record<NonNullable<NotificationPayload['act']>, string> = {
  approve: 'Staff approved your post',
  reject: 'Staff didn’t approve your post',
  remove: 'Staff removed your post',
  closed: 'Staff closed your discussion',
  reopened: 'Staff reopened your discussion',
  change: 'Staff asked for changes to your document',
}
const DOCUMENT_DECISIONS: typeof DECISIONS = {
  ...DECISIONS,
  approve: 'Staff published your document',
  reject: 'Staff didn’t publish your document',
}

const EVENT_NEWS = {
  soon: 'An event you’re attending starts soon',
  promoted: 'A place opened up, and you’re now attending',
  moved: 'An event you’re attending has a new date or time',
  canceled: 'An event you’re attending was canceled',
}

/** One sentence in two parts: who (shown in bold) and what they did. The topic follows if there is one. */
export function sentenceOf(told: NotificationFact): { who: string; what: string } {
  const who = actorNames(told)
  const { num_of_facts, payload } = told
  switch (told.notification_type) {
    case 'mention':
      return { who, what: 'mentioned you' }
    case 'private_reply':
      return { who, what: num_of_facts > 1 ? `sent you ${num_of_facts} private replies` : 'replied to you privately' }
    case 'reply':
      return { who, what: num_of_facts > 1 ? `posted ${num_of_facts} replies` : 'replied' }
    case 'like':
      return { who, what: 'agreed with your post' }
    case 'recommendation_request_match':
      return { who, what: 'asked for a recommendation you may be able to give' }
    case 'poll_ended':
      return { who: '', what: 'A poll has closed. See the results' }
    case 'moderation_decision':
      return { who: '', what: (payload.document_id ? DOCUMENT_DECISIONS : DECISIONS)[payload.act ?? 'approve'] }
    case 'new_follower':
      return { who, what: 'followed you' }
    case 'group_invitation':
      return { who, what: 'invited you to a group chat' }
    case 'chat_message':
      return { who, what: num_of_facts > 1 ? `sent ${num_of_facts} messages` : 'sent a message' }
    case 'document_request_answered':
      return { who: '', what: 'A document you requested is available' }
    case 'event_soon':
      return { who: '', what: EVENT_NEWS[payload.news ?? 'soon'] }
    case 'badge_earned':
      return { who: '', what: num_of_facts > 1 ? `You earned ${num_of_facts} badges` : 'You earned a badge' }
    case 'title_offered':
      return { who: '', what: 'You’ve been offered a community title' }
    case 'membership_renewal':
      return { who: '', what: 'Your membership is due for renewal' }
  }
}

export const plainSentence = (told: NotificationFact): string => {
  const { who, what } = sentenceOf(told)
  return who ? `${who} ${what}` : what
}
