/** Sends replies: the operations, the cache updates, and the messages shown to the member. */
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
import { restoreRefused } from '#web/features/discussions/reply/restore-reply.ts'
import {
  sentMessageKeys,
  type PendingReplyItem,
  type ReplyContent,
} from '#web/features/discussions/reply/pending-reply.ts'
import { refreshWaiting } from '#web/features/discussions/waiting/waiting.queries.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import type { Delivery } from '#web/writing/outbox/channel.ts'

/** Also shown if the sending code could not be loaded. */
export const REPLY_OFFLINE = 'You’re offline. Your reply will be sent when you’re back online.'

const RENDERED_AFTER_MS = 100

export const delivery: Delivery<ReplyContent> = {
  isSequential: false,
  isSentBeforeSignOut: true,
  async send(client, item, how) {
    if (item.is_anonymous) return sendAnonymously(client, item, how)
    const { replyToThread: message } = await execute(ReplyToThread, variablesOf(item), how)
    onSent(client, item, message)
    // Remove the pending row after the query shows the reply; otherwise it flickers.
    if (client.getQueryState(threadQuery(item.thread_id).queryKey))
      await new Promise((resolve) => setTimeout(resolve, RENDERED_AFTER_MS))
  },
  reason: reasonOf,
  onFailed: notifyElsewhere,
  onRefused: restoreRefused,
}

/** The server delays publication; until then the reply is listed among the waiting posts. */
async function sendAnonymously(
  client: QueryClient,
  item: PendingReplyItem,
  how: { keepalive: boolean },
): Promise<void> {
  const { votes: _, ...asked } = variablesOf(item)
  await execute(PostAnonymously, asked, how)
  await refreshWaiting(client).catch(() => undefined)
  toast.success('Your reply waits', 'It will appear after a random delay, without your name.')
}

/** If the thread is not on screen, show a toast. */
function notifyElsewhere(client: QueryClient, { thread_id }: PendingReplyItem, reason: string): void {
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

const variablesOf = (item: PendingReplyItem) => ({
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

function onSent(client: QueryClient, item: PendingReplyItem, message: MessageView): void {
  sentMessageKeys.set(message.id, item.idempotency_key)
  updateThread(client, item.thread_id, (known) => {
    const isKnown = known.messages.some(({ id }) => id === message.id)
    const counts = isKnown ? {} : countsAfter(known, message)
    if (!isKnown) updateFeeds(client, item.thread_id, counts)
    return { ...known, ...counts, messages: mergedMessages(known.messages, [message]) }
  })
  const { queryKey } = threadQuery(item.thread_id)
  const namesExperts = message.experts_mentioned.length > 0 && !message.is_private
  // A response in flight may be older and would remove the reply again. The server also computes the count and order of
  // tagged experts.
  if (namesExperts || client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
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
  if (error.kind === 'network' || error.kind === 'timeout') return REPLY_OFFLINE
  if (error.kind === 'bad_response') {
    const reference = error.errorId ? ` Error ID: ${error.errorId}.` : ''
    return `We couldn’t send it just now.${reference}`
  }
  return error.message
}
