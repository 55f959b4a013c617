/** The replies of a thread: their tree, order and recipients, shared by server and browser. */

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
