/** Sending a reply: shown at once, carried until it has arrived, never sent twice. */
import type { QueryClient } from '@tanstack/react-query'
import { PostAnonymously, ReplyToThread } from '#api/operations.ts'
import { namesInWords, threadPath } from '#shared/discussions.ts'
import { mergedMessages } from '#web/features/discussions/queries/merge-messages.ts'
import {
  updateFeeds,
  updateThread,
  threadQuery,
  type MessageView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { draftListeners, storeDraft, readDraft, replyDraftKey, type Draft } from '#web/writing/drafts/draft-store.ts'
import {
  findItem,
  outboxItems,
  removeItem,
  sentMessageKeys,
  updateItem,
  type OutboxItem,
  type PendingReplyAction,
} from '#web/writing/outbox/outbox.ts'
import { discardDraft } from '#web/writing/drafts/draft-account.ts'
import { writeJson, readJson } from '#web/platform/storage/json-storage.ts'
import { refreshWaiting } from '#web/features/discussions/waiting/waiting.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { pendingRequests } from '#web/platform/api/redirect-to-login.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError, isRetryable } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

// Shown as soon as something is sent, and loaded with what sends it.
export { PendingReply } from '#web/features/discussions/reply/PendingReply.tsx'

const inFlight = new Set<string>()

export type SendResult = 'sent' | 'failed' | 'refused' | 'withdrawn'

/** Tries once, also again after a failure. `refused` means that the server decided against the reply itself. */
export function sendItem(client: QueryClient, key: string, how?: { keepalive: boolean }): Promise<SendResult> {
  const item = findItem(key)
  if (!item || inFlight.has(key)) return Promise.resolve('sent')
  inFlight.add(key)
  updateItem(key, { state: 'sending', reason: null, sends_at: undefined, retry_at: undefined })
  const result = attempt(client, item, how)
  pendingRequests.set(key, async () => (await result) === 'sent')
  return result
}

async function attempt(client: QueryClient, item: OutboxItem, how?: { keepalive: boolean }): Promise<SendResult> {
  const { idempotency_key: key } = item
  try {
    if (item.is_anonymous) {
      const { votes: _, ...asked } = variablesOf(item)
      await execute(PostAnonymously, asked, how)
      await waits(client, key)
    } else {
      const { replyToThread: message } = await execute(ReplyToThread, variablesOf(item), how)
      onSent(client, item, message)
    }
    return 'sent'
  } catch (error) {
    inFlight.delete(key)
    const retry_at = error instanceof ApiError ? error.retryAt : undefined
    const retries_by_itself = isRetryable(error) || retry_at !== undefined
    const isRefused = error instanceof ApiError && !retries_by_itself && error.status !== 401
    updateItem(key, { state: 'failed', reason: reasonOf(error), retries_by_itself, retry_at })
    if (retry_at !== undefined) carryLater(client, key, retry_at)
    // What failed before and goes on trying by itself has been told of.
    if (item.state === 'sending' || !isRetryable(error)) notifyElsewhere(client, item, reasonOf(error))
    return isRefused ? 'refused' : 'failed'
  } finally {
    pendingRequests.delete(key)
  }
}

/** The thread says by itself what was not sent; anyone who has left it must be told. */
function notifyElsewhere(client: QueryClient, { thread_id }: OutboxItem, reason: string): void {
  if (
    client
      .getQueryCache()
      .find({ queryKey: threadQuery(thread_id).queryKey })
      ?.isActive()
  )
    return
  toast.error('Your reply wasn’t sent', reason, {
    label: 'Open discussion',
    run: () => navigateTo(threadPath(thread_id)),
  })
}

interface Outcomes {
  key: string
  onRefused: (key: string) => void
  putBack: (item: OutboxItem, refusal: string | null) => void
}

/** What its writer does with a reply that is on its way. */
export async function actOn(client: QueryClient, act: PendingReplyAction, { key, onRefused, putBack }: Outcomes) {
  const item = findItem(key)
  if (!item) return
  if (act === 'retry') {
    if ((await sendItem(client, key)) === 'refused') onRefused(key)
  } else if (act === 'now') sendNow(key)
  else if (act === 'undo') {
    if (cancel(key)) putBack(item, null)
  } else if (act === 'edit') putBack(item, null)
  else removeItem(key)
}

/** Puts the text back where it was written. */
export function restoreToDraft(item: OutboxItem, draftKey: string): void {
  addToDraft(draftKey, item)
  removeItem(item.idempotency_key)
}

/** What was begun there since stands after it, and what either meant for a few is not shown to all. */
function addToDraft(draftKey: string, { html, text, is_private, attachments = [], experts = [] }: Draft): void {
  const begun = readDraft<Draft>(draftKey)
  storeDraft(draftKey, {
    html: html + (begun?.html ?? ''),
    text: [text, begun?.text].filter(Boolean).join('\n'),
    is_private: is_private || (begun?.is_private ?? false),
    attachments: [...attachments, ...(begun?.attachments ?? [])],
    experts: [...experts, ...(begun?.experts ?? [])],
  })
}

const LOST =
  'The reply you were answering has been removed. Your text is still here. Check who can read it before you send it.'

/** What was begun as an answer to it becomes a draft to the thread; what is to be said about that, if anything was. */
export function moveOrphanedDraft(viewerId: number, threadId: number, answeredId: number): string | null {
  const key = replyDraftKey(viewerId, threadId, answeredId)
  const begun = readDraft<Draft>(key)
  if (begun === null) return null
  // What stands in an open composer is stored before it is added to.
  for (const listener of draftListeners) listener('')
  addToDraft(replyDraftKey(viewerId, threadId, null), begun)
  discardDraft(key)
  return LOST
}

const variablesOf = (item: OutboxItem) => ({
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

/** Shown as waiting from here on. */
async function waits(client: QueryClient, key: string): Promise<void> {
  await refreshWaiting(client).catch(() => undefined)
  removeItem(key)
  inFlight.delete(key)
  toast.success('Your reply waits', 'It appears after a delay drawn at random, without your name.')
}

function onSent(client: QueryClient, item: OutboxItem, message: MessageView): void {
  sentMessageKeys.set(message.id, item.idempotency_key)
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
      removeItem(item.idempotency_key)
      inFlight.delete(item.idempotency_key)
    },
    client.getQueryState(queryKey) ? 100 : 0,
  )
  toast.success(
    item.is_private ? `Sent to ${namesInWords(item.addressees)}` : 'Posted to the group',
    awaitsReview(message) ? 'Staff will review it before others can see it.' : undefined,
  )
  void track('post-created', {
    thread_id: item.thread_id,
    message_id: message.id,
    kind: 'reply',
    is_private: item.is_private,
  })
}

const awaitsReview = ({ awaiting_review, source }: MessageView) => awaiting_review && source !== 'web'

interface Counts {
  num_of_responses: number
  num_of_private_responses: number
}

function countsAfter(known: Counts, message: MessageView): Partial<Counts> {
  if (awaitsReview(message)) return {}
  return message.is_private
    ? { num_of_private_responses: known.num_of_private_responses + 1 }
    : { num_of_responses: known.num_of_responses + 1 }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page.'
  if (error.kind === 'network' || error.kind === 'timeout')
    return 'You’re offline. Your reply will be sent when you’re back online.'
  if (error.kind === 'bad_response') {
    const reference = error.errorId ? ` Error ID: ${error.errorId}.` : ''
    return `We couldn’t send it just now.${reference}`
  }
  return error.message
}

/**
 * What waited for a connection goes out when there is one, and what was on its way when an earlier page was closed; what
 * may still be taken back goes on waiting.
 */
export function resumeOutbox(client: QueryClient): void {
  for (const { idempotency_key: key, state, sends_at, retries_by_itself, retry_at } of outboxItems()) {
    if (sends_at !== undefined) void schedule(client, key)
    else if (retry_at !== undefined && retry_at > Date.now()) carryLater(client, key, retry_at)
    else if (state === 'sending' || retries_by_itself) void sendItem(client, key)
  }
}

const lazyOrNothing = new Map<string, ReturnType<typeof setTimeout>>()

/** A limit was reached: it goes out when there is room again, from whichever page is open then. */
function carryLater(client: QueryClient, key: string, at: number): void {
  clearTimeout(lazyOrNothing.get(key))
  const carryNow = () => {
    lazyOrNothing.delete(key)
    void sendItem(client, key)
  }
  lazyOrNothing.set(key, setTimeout(carryNow, Math.max(0, at - Date.now())))
}

interface ScheduledSend {
  client: QueryClient
  timer: ReturnType<typeof setTimeout>
  leave: (how?: { keepalive: boolean }) => void
  stay: () => void
}
const scheduled = new Map<string, ScheduledSend>()

/** Sends a reply when its time to be taken back is over. Until then nothing has left the device. */
export function schedule(client: QueryClient, key: string): Promise<SendResult> {
  const item = findItem(key)
  if (!item || scheduled.has(key)) return Promise.resolve('sent')
  const result = new Promise<SendResult>((resolve) => {
    const leave = (how?: { keepalive: boolean }) => {
      end(key)
      if (!wasWithdrawn(key)) return void sendItem(client, key, how).then(resolve)
      // Taken back in another tab of this device.
      removeItem(key)
      resolve('withdrawn')
    }
    const timer = setTimeout(leave, Math.max(0, (item.sends_at ?? 0) - Date.now()))
    scheduled.set(key, { client, timer, leave, stay: () => resolve('withdrawn') })
    addEventListener('pagehide', sendOnPageHide)
  })
  pendingRequests.set(key, async () => {
    sendNow(key)
    return ['sent', 'withdrawn'].includes(await result)
  })
  return result
}

function end(key: string): void {
  clearTimeout(scheduled.get(key)?.timer)
  scheduled.delete(key)
  pendingRequests.delete(key)
}

// A page that is put away may never come back, so what waits leaves with it, under the key it has.
const sendOnPageHide = () => {
  for (const { leave } of [...scheduled.values()]) leave({ keepalive: true })
}

export const sendNow = (key: string): void => scheduled.get(key)?.leave()

/** Takes a waiting reply back. False when it has left already. */
export function cancel(key: string): boolean {
  const departure = scheduled.get(key)
  if (!departure) return false
  end(key)
  writeJson(WITHDRAWN, [...withdrawn(), key].slice(-WITHDRAWN_KEPT))
  departure.stay()
  return true
}

const WITHDRAWN = 'replies-withdrawn'
const WITHDRAWN_KEPT = 20
const withdrawn = () => readJson<string[]>(WITHDRAWN) ?? []
const wasWithdrawn = (key: string) => withdrawn().includes(key)
