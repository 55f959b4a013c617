/** Builds the rows of a thread: the reply tree in the member's order, new messages, and pending replies. */
import { orderDate, replyTree, settled, type ReplyOrder } from '#shared/replies.ts'
import type {
  MessageView,
  ThreadWithMessages,
  ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import type { PendingReplyItem } from '#web/features/discussions/reply/pending-reply.ts'

/** One message or one pending reply. Answers are separate rows, so a long exchange costs no more than a long list. */
export interface ThreadRow {
  key: string
  message: MessageView | null
  outgoing: PendingReplyItem | null
  /** Placeholder for a removed reply that has answers. */
  removed?: RemovedPlace
  isAnswer: boolean
  isNew: boolean
  /** True for the reply that most members agree with, or several. */
  isBest?: boolean
  /** The line above this row: where the new replies begin, or, newest first, where they end. */
  divider?: 'new' | 'read'
  /** Stands for replies that were read before, until the member wants to see them. */
  fold?: readonly ThreadRow[]
}

type RemovedPlace = ThreadView['removed_messages'][number]

/** Adds to a removed reply the fields by which messages are sorted. */
const asPlaced = (removed: RemovedPlace) => ({
  ...removed,
  removed,
  is_original_message: false,
  moderation: { processed_date: removed.order_date },
})

interface Context {
  viewerId: number
  /** When the viewer last opened the thread before this visit; null if never. */
  readUntil: string | null
  outgoing: readonly PendingReplyItem[]
  order: ReplyOrder
  /** Idempotency keys of messages sent from this page, by message id: their rows keep position and key. */
  sentAs: ReadonlyMap<number, string>
}

/** How many members must agree with a reply before it is marked. */
const BEST_LIKES = 3
const publicLikes = ({ is_private, is_original_message, num_of_likes }: MessageView) =>
  is_private || is_original_message ? 0 : num_of_likes

/** On a first visit everything is new, so nothing is marked. */
export function isNewMessage(message: MessageView, readUntil: string | null, viewerId: number): boolean {
  return readUntil !== null && message.sender_id !== viewerId && Date.parse(orderDate(message)) > Date.parse(readUntil)
}

export function threadRows(open: ThreadWithMessages, context: Context): ThreadRow[] {
  const { viewerId, readUntil, outgoing, order, sentAs } = context
  const messages = open.thread?.messages ?? []
  const arrived = new Set(messages.map(({ id }) => sentAs.get(id)))
  const onTheWay = outgoing.filter((item) => item.thread_id === open.thread?.id && !arrived.has(item.idempotency_key))
  const most = Math.max(BEST_LIKES, ...messages.map(publicLikes))
  const row = (message: MessageView | ReturnType<typeof asPlaced>, isAnswer: boolean): ThreadRow => {
    const place = { key: sentAs.get(message.id) ?? `m${message.id}`, outgoing: null, isAnswer }
    if ('removed' in message) return { ...place, message: null, removed: message.removed, isNew: false }
    return {
      ...place,
      message,
      isNew: isNewMessage(message, readUntil, viewerId),
      isBest: publicLikes(message) === most,
    }
  }
  const removed = (open.thread?.removed_messages ?? []).map(asPlaced)
  const all = removed.length > 0 ? mergedMessages<MessageView | (typeof removed)[number]>(messages, removed) : messages
  const inOrder = <Item>(items: Item[]) => (order === 'oldest' ? items.toReversed() : items)
  const rows = inOrder(replyTree(settled(all, open.is_complete))).flatMap(({ message, answers }) => [
    row(message, false),
    ...inOrder(answers).map((answer) => row(answer, true)),
  ])
  if (order === 'oldest') markNewFrom(rows)
  else markReadFrom(rows, viewerId)
  return withWaiting(rows, onTheWay, order)
}

/** Not above the first reply: if all are new, there is nothing to part them from. */
function markNewFrom(rows: ThreadRow[]): void {
  const firstNew = rows.findIndex(({ isNew }) => isNew)
  if (firstNew > 0) rows[firstNew]!.divider = 'new'
}

function markReadFrom(rows: ThreadRow[], viewerId: number): void {
  const tops = rows.filter(({ isAnswer }) => !isAnswer)
  const firstRead = tops.findIndex(({ isNew, message }) => !isNew && message?.sender_id !== viewerId)
  if (firstRead > 0 && tops.slice(0, firstRead).some(({ isNew }) => isNew)) tops[firstRead]!.divider = 'read'
}

/** Inserts each pending reply where the server's message will appear: the newest among its siblings. */
function withWaiting(rows: ThreadRow[], onTheWay: readonly PendingReplyItem[], order: ReplyOrder): ThreadRow[] {
  const placed = [...rows]
  const isOldest = order === 'oldest'
  for (const outgoing of onTheWay.toReversed()) {
    const { idempotency_key: key, message_replied_id: repliedTo } = outgoing
    const at = repliedTo === null ? -1 : placed.findIndex(({ message }) => message?.id === repliedTo)
    const waiting = { key, message: null, outgoing, isNew: false, isAnswer: at >= 0 }
    const top = topOf(placed, at)
    if (at < 0) placed.splice(isOldest ? placed.length : 0, 0, waiting)
    else placed.splice(isOldest ? endOf(placed, top) : top + 1, 0, waiting)
  }
  return placed
}

function topOf(rows: readonly ThreadRow[], at: number): number {
  let top = at
  while (top > 0 && rows[top]!.isAnswer) top -= 1
  return top
}

/** The end of the answers to the reply at `top`. */
function endOf(rows: readonly ThreadRow[], top: number): number {
  const next = rows.findIndex(({ isAnswer }, index) => index > top && !isAnswer)
  return next < 0 ? rows.length : next
}
