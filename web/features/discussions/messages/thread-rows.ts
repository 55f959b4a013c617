/** Builds the rows of a thread: the reply tree, new messages, and pending replies. */
import { orderDate, replyTree, settled } from '#shared/discussions.ts'
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
  /** True for the first read row when new rows are above it. */
  isReadFrom: boolean
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
  /** Idempotency keys of messages sent from this page, by message id: their rows keep position and key. */
  sentAs: ReadonlyMap<number, string>
}

/** On a first visit everything is new, so nothing is marked. */
export function isNewMessage(message: MessageView, readUntil: string | null, viewerId: number): boolean {
  return readUntil !== null && message.sender_id !== viewerId && Date.parse(orderDate(message)) > Date.parse(readUntil)
}

export function threadRows(open: ThreadWithMessages, { viewerId, readUntil, outgoing, sentAs }: Context): ThreadRow[] {
  const messages = open.thread?.messages ?? []
  const arrived = new Set(messages.map(({ id }) => sentAs.get(id)))
  const onTheWay = outgoing.filter((item) => item.thread_id === open.thread?.id && !arrived.has(item.idempotency_key))
  const row = (message: MessageView | ReturnType<typeof asPlaced>, isAnswer: boolean): ThreadRow => {
    const place = { key: sentAs.get(message.id) ?? `m${message.id}`, outgoing: null, isAnswer, isReadFrom: false }
    if ('removed' in message) return { ...place, message: null, removed: message.removed, isNew: false }
    return { ...place, message, isNew: isNewMessage(message, readUntil, viewerId) }
  }
  const removed = (open.thread?.removed_messages ?? []).map(asPlaced)
  const all = removed.length > 0 ? mergedMessages<MessageView | (typeof removed)[number]>(messages, removed) : messages
  const rows = replyTree(settled(all, open.is_complete)).flatMap(({ message, answers }) => [
    row(message, false),
    ...answers.map((answer) => row(answer, true)),
  ])
  markReadFrom(rows, viewerId)
  return withWaiting(rows, onTheWay)
}

function markReadFrom(rows: ThreadRow[], viewerId: number): void {
  const tops = rows.filter(({ isAnswer }) => !isAnswer)
  const firstRead = tops.findIndex(({ isNew, message }) => !isNew && message?.sender_id !== viewerId)
  if (firstRead > 0 && tops.slice(0, firstRead).some(({ isNew }) => isNew)) tops[firstRead]!.isReadFrom = true
}

/** Inserts each pending reply where the server's message will appear: first among its siblings. */
function withWaiting(rows: readonly ThreadRow[], onTheWay: readonly PendingReplyItem[]): ThreadRow[] {
  const placed = [...rows]
  for (const outgoing of [...onTheWay].reverse()) {
    const { idempotency_key: key, message_replied_id: repliedTo } = outgoing
    const at = repliedTo === null ? -1 : placed.findIndex(({ message }) => message?.id === repliedTo)
    const waiting = { key, message: null, outgoing, isNew: false, isReadFrom: false }
    if (at < 0) placed.unshift({ ...waiting, isAnswer: false })
    else placed.splice(topOf(placed, at) + 1, 0, { ...waiting, isAnswer: true })
  }
  return placed
}

function topOf(rows: readonly ThreadRow[], at: number): number {
  let top = at
  while (top > 0 && rows[top]!.isAnswer) top -= 1
  return top
}
