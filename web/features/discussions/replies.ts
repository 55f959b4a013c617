/** Sending a reply: shown at once, carried until it has arrived, never sent twice. */
import type { QueryClient } from '@tanstack/react-query'
import { ReplyToThread } from '#api/operations.ts'
import { namesInWords, threadPath } from '#shared/discussions.ts'
import { mergedMessages } from '#web/features/discussions/merged-messages.ts'
import {
  updateFeeds,
  updateThread,
  threadQuery,
  type MessageView,
} from '#web/features/discussions/discussions.queries.ts'
import {
  draftListeners,
  dropDraft,
  keepDraft,
  readDraft,
  replyDraftKey,
  type Draft,
} from '#web/features/discussions/drafts.ts'
import {
  findOutgoing,
  outgoing,
  removeOutgoing,
  sentAs,
  updateOutgoing,
  type Outgoing,
} from '#web/features/discussions/outbox.ts'
import { keep, readKept } from '#web/platform/device.ts'
import { useOutboxLife } from '#web/features/discussions/use-outbox-life.ts'
import { track } from '#web/platform/analytics.ts'
import { goingOut } from '#web/platform/leaving.ts'
import { navigateTo } from '#web/platform/navigation.ts'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, mayRetry } from '#web/platform/problems.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/platform/toasts.ts'

// Shown as soon as something is sent, and loaded with what sends it.
export { OutgoingMessage } from '#web/features/discussions/OutgoingMessage.tsx'

/** For pages without a thread, when an earlier page has left something behind. */
export function Outbox(): null {
  useOutboxLife(useUser().id)
  return null
}

const underWay = new Set<string>()

export type SendResult = 'sent' | 'failed' | 'refused' | 'withdrawn'

/** Tries once, also again after a failure. `refused` means that the server decided against the reply itself. */
export function carry(client: QueryClient, key: string, how?: { keepalive: boolean }): Promise<SendResult> {
  const item = findOutgoing(key)
  if (!item || underWay.has(key)) return Promise.resolve('sent')
  underWay.add(key)
  updateOutgoing(key, { state: 'sending', reason: null, sends_at: undefined })
  const result = attempt(client, item, how)
  goingOut.set(key, async () => (await result) === 'sent')
  return result
}

async function attempt(client: QueryClient, item: Outgoing, how?: { keepalive: boolean }): Promise<SendResult> {
  const { idempotency_key: key } = item
  try {
    const { replyToThread: message } = await execute(ReplyToThread, variablesOf(item), how)
    arrived(client, item, message)
    return 'sent'
  } catch (error) {
    underWay.delete(key)
    const isRefused =
      error instanceof ProblemError && !mayRetry(error) && error.code !== 'throttled' && error.status !== 401
    updateOutgoing(key, { state: 'failed', reason: reasonOf(error), retries_by_itself: mayRetry(error) })
    // What failed before and goes on trying by itself has been told of.
    if (item.state === 'sending' || !mayRetry(error)) tellElsewhere(client, item, reasonOf(error))
    return isRefused ? 'refused' : 'failed'
  } finally {
    goingOut.delete(key)
  }
}

/** The thread says by itself what was not sent; whoever has left it must be told. */
function tellElsewhere(client: QueryClient, { thread_id }: Outgoing, reason: string): void {
  if (
    client
      .getQueryCache()
      .find({ queryKey: threadQuery(thread_id).queryKey })
      ?.isActive()
  )
    return
  toast.error('Your reply was not sent', reason, {
    label: 'Open its thread',
    run: () => navigateTo(threadPath(thread_id)),
  })
}

/** Puts the text back where it was written. */
export function toDraft(item: Outgoing, draftKey: string): void {
  addToDraft(draftKey, item)
  removeOutgoing(item.idempotency_key)
}

/** What was begun there since stands after it, and what either meant for a few is not shown to all. */
function addToDraft(draftKey: string, { html, text, is_private, attachments = [], experts = [] }: Draft): void {
  const begun = readDraft<Draft>(draftKey)
  keepDraft(draftKey, {
    html: html + (begun?.html ?? ''),
    text: [text, begun?.text].filter(Boolean).join('\n'),
    is_private: is_private || (begun?.is_private ?? false),
    attachments: [...attachments, ...(begun?.attachments ?? [])],
    experts: [...experts, ...(begun?.experts ?? [])],
  })
}

const LOST = 'The reply you were answering is no longer here. Your text is: check who will read it before you send it.'

/** What was begun as an answer to it becomes a draft to the thread; what is to be said about that, if anything was. */
export function moveLostDraft(viewerId: number, threadId: number, answeredId: number): string | null {
  const key = replyDraftKey(viewerId, threadId, answeredId)
  const begun = readDraft<Draft>(key)
  if (begun === null) return null
  // What stands in an open composer is stored before it is added to.
  for (const listener of draftListeners) listener('')
  addToDraft(replyDraftKey(viewerId, threadId, null), begun)
  dropDraft(key)
  return LOST
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
  const { queryKey } = threadQuery(item.thread_id)
  const namesExperts = message.experts_mentioned.length > 0 && !message.is_private
  // An answer that is on its way may be from before, and would take the reply away again. How many experts are named
  // now, and in which order, the server counts.
  if (namesExperts || client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  // Only when the screen shows the server's message: in between, the reply would be nowhere. Nor does it set out again.
  setTimeout(
    () => {
      removeOutgoing(item.idempotency_key)
      underWay.delete(item.idempotency_key)
    },
    client.getQueryState(queryKey) ? 100 : 0,
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

/**
 * What waited for a connection goes out when there is one, and what was on its way when an earlier page was closed; what
 * may still be taken back goes on waiting.
 */
export function carryWaiting(client: QueryClient): void {
  for (const { idempotency_key: key, state, sends_at, retries_by_itself } of outgoing()) {
    if (sends_at !== undefined) void depart(client, key)
    else if (state === 'sending' || retries_by_itself) void carry(client, key)
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
  const item = findOutgoing(key)
  if (!item || departures.has(key)) return Promise.resolve('sent')
  const result = new Promise<SendResult>((resolve) => {
    const leave = (how?: { keepalive: boolean }) => {
      end(key)
      if (!wasWithdrawn(key)) return void carry(client, key, how).then(resolve)
      // Taken back in another tab of this device.
      removeOutgoing(key)
      resolve('withdrawn')
    }
    const timer = setTimeout(leave, Math.max(0, (item.sends_at ?? 0) - Date.now()))
    departures.set(key, { client, timer, leave, stay: () => resolve('withdrawn') })
    addEventListener('pagehide', leaveWithPage)
  })
  goingOut.set(key, async () => {
    sendNow(key)
    return ['sent', 'withdrawn'].includes(await result)
  })
  return result
}

function end(key: string): void {
  clearTimeout(departures.get(key)?.timer)
  departures.delete(key)
  goingOut.delete(key)
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
