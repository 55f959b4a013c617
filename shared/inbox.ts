/** Limits, texts and rules of the inbox: private conversations between members. */
import { counted } from '#shared/kit/text.ts'

export const GROUP_TYPES = ['internal_circles', 'large_group_chat', 'one_to_one', 'small_group_chat'] as const
export type GroupType = (typeof GROUP_TYPES)[number]

export const GROUP_TYPE_WORDS: Record<GroupType, string> = {
  one_to_one: 'Direct message',
  small_group_chat: 'Small group',
  large_group_chat: 'Large group',
  internal_circles: 'Circle',
}

export const MEMBERS_LIMITS: Record<GroupType, number> = {
  one_to_one: 2,
  small_group_chat: 12,
  large_group_chat: 200,
  internal_circles: 200,
}

export const GROUP_NAME_LENGTH = 100
export const CHAT_LENGTH = 5_000
export const WELCOME_LENGTH = 500
export const MENTIONS_PER_MESSAGE = 20
export const CHAT_EDIT_MINUTES = 15
export const INVITATION_DAYS = 14
/** After declining an invitation, a member is not invited again for this long. */
export const REJECTED_DAYS = 30
export const PREVIEW_MEMBERS = 3
export const INBOX_SEARCH_LIMIT = 1_000
export const GROUPS_LIMIT = 500
export const MESSAGES_PAGE = 50
export const MESSAGES_AT_MOST = 100
export const PINNED_LIMIT = 50
export const SUGGESTED_MEMBERS = 20

/** How often a page polls while the live stream is down. */
export const POLL_MS = 10_000
/** A member counts as present for this long after a presence signal, which is sent twice in that time. */
export const PRESENT_MS = 60_000
/** Typing is signalled at most this often, and shown for a little longer. */
export const TYPING_EVERY_MS = 2_500
export const TYPING_BELIEVED_MS = 6_000

export const inboxPath = (groupId?: number) => (groupId === undefined ? '/inbox' : `/inbox?group_id=${groupId}`)

/** "Helen is typing", "Helen and Marcus are typing", "4 members are typing". */
export function writingLine(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (names.length === 1) return `${first} is typing`
  return names.length === 2 ? `${first} and ${second} are typing` : `${names.length} members are typing`
}

/** Mirrors the server's check of a group name: the problem as a sentence; null if it can be sent. */
export function groupNameProblem(name: string, type: GroupType = 'small_group_chat'): string | null {
  if (type === 'one_to_one') return null
  const length = [...name.trim()].length
  if (length === 0) return 'Enter a group name.'
  return length > GROUP_NAME_LENGTH ? `The name is ${length} characters long. The limit is ${GROUP_NAME_LENGTH}.` : null
}

/** How many more members may be invited. */
export const placesLeft = (group: { members_limit: number; members: number; waiting: number }) =>
  Math.max(0, group.members_limit - group.members - group.waiting)

export const fullSentence = (limit: number, places: number) =>
  `This group can have up to ${limit} members, including invitations. ${counted(places, 'spot')} left.`
