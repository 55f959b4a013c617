/** Sending a reply: shown at once, carried until it has arrived, never sent twice. */
import type { QueryClient } from '@tanstack/react-query'
import { ReplyToThread } from '#api/operations.ts'
import { namesInWords } from '#shared/discussions.ts'
import { mergedMessages } from '#web/features/discussions/merged-messages.ts'
import {
  updateFeeds,
  updateThread,
  threadQuery,
  type MessageView,
} from '#web/features/discussions/discussions.queries.ts'
import { outgoing, removeOutgoing, sentAs, updateOutgoing, type Outgoing } from '#web/features/discussions/outbox.ts'
import { keep, readKept } from '#web/features/discussions/device.ts'
import { track } from '#web/platform/analytics.ts'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, mayRetry } from '#web/platform/problems.ts'
import { toast } from '#web/platform/toasts.ts'

// Shown as soon as something is sent, and loaded with what sends it.
export { OutgoingMessage } from '#web/features/discussions/OutgoingMessage.tsx'

const underWay = new Set<string>()

export type SendResult = 'sent' | 'failed' | 'refused' | 'withdrawn'

/** Tries once, also again after a failure. `refused` means that the server decided against the reply itself. */
export async function carry(client: QueryClient, key: string, { keepalive = false } = {}): Promise<SendResult> {
  const item = outgoing().find(({ idempotency_key }) => idempotency_key === key)
  if (!item || underWay.has(key)) return 'sent'
  underWay.add(key)
  updateOutgoing(key, { state: 'sending', reason: null, sends_at: undefined })
  try {
    const { replyToThread: message } = await execute(ReplyToThread, variablesOf(item), { keepalive })
    arrived(client, item, message)
    return 'sent'
  } catch (error) {
    const isRefused =
      error instanceof ProblemError && !mayRetry(error) && error.code !== 'throttled' && error.status !== 401
    updateOutgoing(key, { state: 'failed', reason: reasonOf(error), retries_by_itself: mayRetry(error) })
    return isRefused ? 'refused' : 'failed'
  } finally {
    underWay.delete(key)
  }
}

const variablesOf = (item: Outgoing) => ({
  thread_id: item.thread_id,
  body: item.html,
  isPrivate: item.is_private,
  mentions: item.mentions,
  experts: item.experts?.map(({ expert }) => expert) ?? null,
  votes: item.votes ?? null,
  message_replied_id: item.message_replied_id,
  ...(item.attachments?.length && { attachments: item.attachments }),
  idempotency_key: item.idempotency_key,
})

function arrived(client: QueryClient, item: Outgoing, message: MessageView): void {
  sentAs.set(message.id, item.idempotency_key)
  updateThread(client, item.thread_id, (known) => {
    const isKnown = known.messages.some(({ id }) => id === message.id)
    const counts = isKnown ? {} : countsAfter(known, message)
    if (!isKnown) updateFeeds(client, item.thread_id, counts)
    return { ...known, ...counts, messages: mergedMessages(known.messages, [message]) }
  })
  // How many experts are named now, and in which order, the server counts.
  if (message.experts_mentioned.length > 0 && !message.is_private)
    void client.invalidateQueries({ queryKey: threadQuery(item.thread_id).queryKey })
  // Only when the screen shows the server's message: in between, the reply would be nowhere.
  setTimeout(
    () => removeOutgoing(item.idempotency_key),
    client.getQueryState(threadQuery(item.thread_id).queryKey) ? 100 : 0,
  )
  toast.success(
    item.is_private ? `Sent to ${namesInWords(item.addressees)}` : 'Posted to the group',
    isHeldBack(message) ? 'Staff read it before the others can see it.' : undefined,
  )
  void track('post-created', {
    thread_id: item.thread_id,
    message_id: message.id,
    kind: 'reply',
    is_private: item.is_private,
  })
}

const isHeldBack = ({ awaiting_review, source }: MessageView) => awaiting_review && source !== 'web'

interface Counts {
  num_of_responses: number
  num_of_private_responses: number
}

function countsAfter(known: Counts, message: MessageView): Partial<Counts> {
  if (isHeldBack(message)) return {}
  return message.is_private
    ? { num_of_private_responses: known.num_of_private_responses + 1 }
    : { num_of_responses: known.num_of_responses + 1 }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'Something went wrong on this page.'
  if (error.kind === 'network' || error.kind === 'timeout')
    return 'There is no connection. It goes out when there is one.'
  if (error.kind === 'bad_response') {
    const reference = error.errorId ? ` Error id: ${error.errorId}.` : ''
    return `The server could not take it just now.${reference}`
  }
  return error.message
}

/** What waited for a connection goes out when there is one; what may still be taken back goes on waiting. */
export function carryWaiting(client: QueryClient): void {
  for (const item of outgoing()) {
    if (item.sends_at !== undefined) void depart(client, item.idempotency_key)
    else if (item.state === 'failed' && item.retries_by_itself) void carry(client, item.idempotency_key)
  }
}

interface Departure {
  client: QueryClient
  timer: ReturnType<typeof setTimeout>
  leave: (how?: { keepalive: boolean }) => void
  stay: () => void
}
const departures = new Map<string, Departure>()

/** Sends a reply when its time to be taken back is over. Until then nothing has left the device. */
export function depart(client: QueryClient, key: string): Promise<SendResult> {
  const item = outgoing().find(({ idempotency_key }) => idempotency_key === key)
  if (!item || departures.has(key)) return Promise.resolve('sent')
  return new Promise((resolve) => {
    const leave = (how?: { keepalive: boolean }) => {
      end(key)
      // Taken back in another tab of this device.
      if (wasWithdrawn(key)) removeOutgoing(key)
      else void carry(client, key, how).then(resolve)
    }
    const timer = setTimeout(leave, Math.max(0, (item.sends_at ?? 0) - Date.now()))
    departures.set(key, { client, timer, leave, stay: () => resolve('withdrawn') })
    addEventListener('pagehide', leaveWithPage)
  })
}

function end(key: string): void {
  clearTimeout(departures.get(key)?.timer)
  departures.delete(key)
}

// A page that is put away may never come back, so what waits leaves with it, under the key it has.
const leaveWithPage = () => {
  for (const { leave } of [...departures.values()]) leave({ keepalive: true })
}

export const sendNow = (key: string): void => departures.get(key)?.leave()

/** Takes a waiting reply back. False when it has left already. */
export function withdraw(key: string): boolean {
  const departure = departures.get(key)
  if (!departure) return false
  end(key)
  keep(WITHDRAWN, [...withdrawn(), key].slice(-WITHDRAWN_KEPT))
  departure.stay()
  return true
}

const WITHDRAWN = 'replies-withdrawn'
const WITHDRAWN_KEPT = 20
const withdrawn = () => readKept<string[]>(WITHDRAWN) ?? []
const wasWithdrawn = (key: string) => withdrawn().includes(key)
