/** Limits, vocabulary and pure rules of discussions, shared by server and browser. */

export const FEED_PAGE = 25
export const TOP_REPLIES = 3
export const THREAD_MESSAGES = 1000
export const TOPIC_LENGTH = 200
export const BODY_LENGTH = 20_000
export const EXCERPT_LENGTH = 400
export const REPLY_EXCERPT_LENGTH = 240
export const MENTIONS_PER_POST = 50
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

export const groupReplies = (count: number) =>
  `${count.toLocaleString('en-US')} Group ${count === 1 ? 'Reply' : 'Replies'}`
/** "5 recommendations": how many experts the replies of a thread name. */
export const recommendations = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'recommendation' : 'recommendations'}`
/** "Maria Lopez (Dahlberg & Rowe)"; a firm is its own company. */
export const expertInWords = ({ name, company }: { name: string; company: { name: string } | null }) =>
  company === null || company.name === name ? name : `${name} (${company.name})`
export const privateReplies = (count: number) =>
  `${count.toLocaleString('en-US')} Private ${count === 1 ? 'Reply' : 'Replies'}`

interface Placed {
  id: number
  message_replied_id: number | null
  is_original_message: boolean
}

/**
 * The reply tree, two levels deep. A reply whose parent is missing or is the opening message is at the top level; a
 * deeper reply is attached to its nearest ancestor at the top level. Both levels preserve the given order.
 */
export function replyTree<M extends Placed>(messages: readonly M[]): { message: M; answers: M[] }[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const parentOf = (message: M) => {
    const parent = message.message_replied_id === null ? undefined : byId.get(message.message_replied_id)
    return parent === undefined || parent.is_original_message ? undefined : parent
  }
  const top = new Map<number, { message: M; answers: M[] }>()
  for (const message of messages) {
    if (!message.is_original_message && parentOf(message) === undefined) top.set(message.id, { message, answers: [] })
  }
  const promoted: M[] = []
  for (const message of messages) {
    if (message.is_original_message || top.has(message.id)) continue
    // A cycle in the data must not hang the page: an id seen twice ends the walk and promotes the reply.
    const seen = new Set<number>([message.id])
    let ancestor = parentOf(message)
    while (ancestor && !top.has(ancestor.id) && !seen.has(ancestor.id)) {
      seen.add(ancestor.id)
      ancestor = parentOf(ancestor)
    }
    const place = ancestor && top.get(ancestor.id)
    if (place) place.answers.push(message)
    else promoted.push(message)
  }
  for (const message of promoted) top.set(message.id, { message, answers: [] })
  return messages.flatMap((message) => top.get(message.id) ?? [])
}

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

interface Named {
  id: number
  first_name: string
}

/**
 * The recipients of a private reply: the author of the message replied to and the author of the thread, without
 * duplicates and without the sender. Staff can read it too; the composer says so. Empty if there are no recipients.
 */
export function privateAddressees<P extends Named>(writerId: number, repliedTo: P | undefined, author: P): P[] {
  const both = repliedTo === undefined || repliedTo.id === author.id ? [author] : [repliedTo, author]
  return both.filter((person) => person.id !== writerId)
}

interface Dated {
  id: number
  pub_date: string
  moderation: { processed_date: string | null } | null
}

/** The date that messages are sorted by: when moderation processed the message, otherwise when it was written. */
export const orderDate = (message: Dated) => message.moderation?.processed_date ?? message.pub_date

export type ReplyOrder = 'newest' | 'oldest'

/** Newest first; ties are sorted by id. */
export const newestFirst = (a: Dated, b: Dated) => Date.parse(orderDate(b)) - Date.parse(orderDate(a)) || b.id - a.id

/**
 * While older messages are still loading, hides answers whose parent is not loaded yet: showing them at the top level
 * now and in their place a moment later would move what the member is reading.
 */
export function settled<M extends Placed>(messages: readonly M[], complete: boolean): M[] {
  if (complete) return [...messages]
  const byId = new Map(messages.map((message) => [message.id, message]))
  const stands = (message: M) => {
    const seen = new Set<number>()
    let at: M = message
    while (at.message_replied_id !== null && !seen.has(at.id)) {
      seen.add(at.id)
      const parent = byId.get(at.message_replied_id)
      if (parent === undefined) return false
      at = parent
    }
    return true
  }
  return messages.filter(stands)
}

/** Mirrors the server's check of a body: the problem as a sentence; null if it can be sent. */
export function bodyProblem(text: string, mentions: number): string | null {
  const length = text.trim().length
  if (length === 0 && mentions === 0) return 'Write something first.'
  if (length > BODY_LENGTH)
    return `This is ${length.toLocaleString('en-US')} characters long. The limit is ${BODY_LENGTH.toLocaleString('en-US')}.`
  if (mentions > MENTIONS_PER_POST) return `This mentions ${mentions} members. The limit is ${MENTIONS_PER_POST}.`
  return null
}

/** Mirrors the server's check of a topic: the problem as a sentence; null if it can be sent. */
export function topicProblem(topic: string): string | null {
  const length = topic.trim().length
  if (length === 0) return 'Give the discussion a topic.'
  if (length > TOPIC_LENGTH) return `The topic is ${length} characters long. The limit is ${TOPIC_LENGTH}.`
  return null
}
