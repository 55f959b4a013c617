/** What members are told, by which ways, and in which words: for the page, the mail and the push alike. */
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

export const NOTIFICATIONS_PAGE = 30
/** People named in one line; the others are counted. */
export const RELATED_USERS = 3
export const EXCERPT_OF_NOTICE = 200

/** Mail is for what waits for an answer of this member alone; push is nothing until a device is allowed. */
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
  // What is new in chats stands in the inbox; which ways it takes is chosen there.
  chat_message: { in_app: false, email: true, push: true },
}
/** Chosen with the notifications. */
export const CHOSEN_TYPES = NOTIFICATION_TYPES.filter(
  (type) => type !== 'chat_message' && type !== 'membership_renewal',
)

/** As settings and filters name them, with what brings one. */
export const KIND_LABELS: Record<NotificationType, { label: string; what: string }> = {
  mention: { label: 'Mentions', what: 'Somebody names you in a discussion.' },
  private_reply: { label: 'Private replies', what: 'Somebody answers you privately.' },
  reply: { label: 'Replies', what: 'New replies in discussions that you began, answered or follow.' },
  like: { label: 'Agreement', what: 'Members agree with what you wrote.' },
  recommendation_request_match: {
    label: 'Requests',
    what: 'Somebody asks for a recommendation in a field in which you have recommended.',
  },
  poll_ended: { label: 'Polls', what: 'A poll that you opened or voted in has its result.' },
  moderation_decision: { label: 'Decisions', what: 'Staff decided about something that you wrote.' },
  new_follower: { label: 'Followers', what: 'A member begins to follow you.' },
  group_invitation: { label: 'Invitations', what: 'Somebody invites you to a group.' },
  document_request_answered: { label: 'Documents', what: 'A document answers your request.' },
  event_soon: { label: 'Events', what: 'An event that you attend begins soon.' },
  badge_earned: { label: 'Badges', what: 'You earned a badge.' },
  title_offered: { label: 'Titles', what: 'A community title is offered to you.' },
  membership_renewal: { label: 'Membership', what: 'Your membership is due for renewal.' },
  chat_message: { label: 'Chats', what: 'Somebody writes in one of your groups.' },
}

export const NOTIFICATION_TIMINGS = ['immediate', 'hourly', 'daily'] as const
export type NotificationTiming = (typeof NOTIFICATION_TIMINGS)[number]
/** The hour of the member at which one mail tells of a day. */
export const DAILY_HOUR = 7

export type KindChoices = Partial<Record<NotificationType, Partial<Ways>>>

/** All kinds with all ways, as they act for a member who made these choices. */
export const waysOf = (chosen: KindChoices): Record<NotificationType, Ways> =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, { ...USUAL_WAYS[type], ...chosen[type] }])) as Record<
    NotificationType,
    Ways
  >

/** The choices in a JSON value from outside, or undefined where it is anything else. */
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
  act?: 'approve' | 'reject' | 'remove' | 'closed' | 'reopened'
  is_thread?: boolean
  next_billing_at?: string
  /** In cents. */
  subscription_total?: number
}

export interface Told {
  notification_type: NotificationType
  payload: NotificationPayload
  /** First names come first; `num_of_users` counts those who are not named too. */
  related_users: readonly { name: string }[]
  num_of_users: number
  num_of_facts: number
  topic: string | null
}

/** Where a notification leads. */
export function notificationPath({ notification_type, payload }: Pick<Told, 'notification_type' | 'payload'>): string {
  const { thread_id, message_id, user_id, group_id, event_id } = payload
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
      return ROUTES.peerDocuments
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
export function whoOf({ related_users, num_of_users }: Pick<Told, 'related_users' | 'num_of_users'>): string {
  const [first, second] = related_users
  if (!first) return num_of_users > 1 ? `${num_of_users} members` : 'A member'
  const others = num_of_users - 1
  if (others <= 0) return first.name
  return others === 1 && second ? `${first.name} and ${second.name}` : `${first.name} and ${others} others`
}

const DECISIONS: Record<NonNullable<NotificationPayload['act']>, string> = {
  approve: 'Staff approved your post',
  reject: 'Staff did not approve your post',
  remove: 'Staff removed your post',
  closed: 'Staff closed your discussion',
  reopened: 'Staff reopened your discussion',
}

/** One sentence in two parts: who, to be set in bold, and what they did. The topic follows where there is one. */
export function sentenceOf(told: Told): { who: string; what: string } {
  const who = whoOf(told)
  const { num_of_facts, payload } = told
  switch (told.notification_type) {
    case 'mention':
      return { who, what: 'mentioned you' }
    case 'private_reply':
      return { who, what: num_of_facts > 1 ? `sent you ${num_of_facts} private replies` : 'replied to you privately' }
    case 'reply':
      return { who, what: num_of_facts > 1 ? `wrote ${num_of_facts} replies` : 'replied' }
    case 'like':
      return { who, what: told.num_of_users === 1 ? 'agrees with you' : 'agree with you' }
    case 'recommendation_request_match':
      return { who, what: 'asks for a recommendation that you may have' }
    case 'poll_ended':
      return { who: '', what: 'A poll ended. Its result is there' }
    case 'moderation_decision':
      return { who: '', what: DECISIONS[payload.act ?? 'approve'] }
    case 'new_follower':
      return { who, what: told.num_of_users === 1 ? 'follows you' : 'follow you' }
    case 'group_invitation':
      return { who, what: 'invites you to a group' }
    case 'chat_message':
      return { who, what: num_of_facts > 1 ? `wrote ${num_of_facts} chat messages` : 'wrote in a chat' }
    case 'document_request_answered':
      return { who: '', what: 'A document answers your request' }
    case 'event_soon':
      return { who: '', what: 'An event that you attend begins soon' }
    case 'badge_earned':
      return { who: '', what: num_of_facts > 1 ? `You earned ${num_of_facts} badges` : 'You earned a badge' }
    case 'title_offered':
      return { who: '', what: 'A community title is offered to you' }
    case 'membership_renewal':
      return { who: '', what: 'Your membership is due for renewal' }
  }
}

export const spoken = (told: Told): string => {
  const { who, what } = sentenceOf(told)
  return who ? `${who} ${what}` : what
}
