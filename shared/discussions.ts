/** Limits, vocabulary and pure rules of discussions, shared by server and browser. */
import { counted } from '#shared/kit/text.ts'

export const FEED_PAGE = 25
export const TOP_REPLIES = 3
export const THREAD_MESSAGES = 1000
export const EXCERPT_LENGTH = 400
export const REPLY_EXCERPT_LENGTH = 240
/** How long authors may edit or remove what they posted. Staff may at any time. */
export const EDIT_MINUTES = 30
export const REMOVAL_REASON_LENGTH = 500
/** How long a reply waits on the author's device, where sending can be undone. */
export const UNDO_MS = 10_000
export const DRAFTS = 200
/** Followed threads with unread replies, on the desk. */
export const UNREAD_FOLLOWED = 5
export const DRAFT_BYTES = 65_536
export const DRAFT_KEY_LENGTH = 100

export const THREAD_TYPES = ['discussion', 'document_request', 'poll', 'recommendation_request'] as const
export type ThreadType = (typeof THREAD_TYPES)[number]

/** The thread type as a verb phrase for its author: "requested a document". */
export const THREAD_TYPE_VERBS: Record<ThreadType, string> = {
  discussion: 'started a discussion',
  document_request: 'requested a document',
  poll: 'posted a poll',
  recommendation_request: 'asked for a recommendation',
}

/** For each thread type, the access kind that lists the networks in which a member may start one. */
export const CREATION_ACCESS: Record<ThreadType, string> = {
  discussion: 'discussion_creation',
  document_request: 'discussion_creation',
  poll: 'discussion_creation',
  recommendation_request: 'recommendation_request_creation',
}

export const threadPath = (threadId: number) => `/feed/${threadId}`
export const messagePath = (threadId: number, messageId: number) => `/feed/${threadId}#message-${messageId}`

export const groupReplies = (count: number) => counted(count, 'Group Reply', 'Group Replies')
/** "5 recommendations": how many experts the replies of a thread name. */
export const recommendations = (count: number) => counted(count, 'recommendation')
/** "Maria Lopez (Dahlberg & Rowe)"; a firm is its own company. */
export const expertInWords = ({ name, company }: { name: string; company: { name: string } | null }) =>
  company === null || company.name === name ? name : `${name} (${company.name})`
export const privateReplies = (count: number) => counted(count, 'Private Reply', 'Private Replies')

/** Drops items whose thread is already shown and returns how many were dropped. */
export function excludeShown<I extends { thread: { id: number } }>(
  pages: readonly (readonly I[])[],
): { items: I[]; duplicates: number } {
  const shown = new Set<number>()
  const items: I[] = []
  let duplicates = 0
  for (const item of pages.flat()) {
    if (shown.has(item.thread.id)) duplicates += 1
    else items.push(item)
    shown.add(item.thread.id)
  }
  return { items, duplicates }
}

/** The next offset: 25 per loaded page plus the dropped duplicates; undefined at the end of the list. */
export function nextOffset(pagesLoaded: number, duplicates: number, count: number): number | undefined {
  const offset = FEED_PAGE * pagesLoaded + duplicates
  return count > offset ? offset : undefined
}

/** "Priya", "Priya and Marcus", "Priya, Marcus, and Ingrid". */
export function namesInWords(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')}${names.length > 2 ? ',' : ''} and ${names.at(-1)}`
}
