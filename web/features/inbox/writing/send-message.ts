/** Sends chat messages: the operation and its cache updates. */
import type { QueryClient } from '@tanstack/react-query'
import { SendMessage } from '#api/operations.ts'
import { addMessage } from '#web/features/inbox/message-cache.ts'
import { refreshEntries, errorMessage, updateGroup } from '#web/features/inbox/inbox.queries.ts'
import type { ChatContent, PendingMessage } from '#web/features/inbox/writing/pending-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import type { Delivery } from '#web/writing/outbox/channel.ts'

export const delivery: Delivery<ChatContent> = {
  isSequential: true,
  isSentBeforeSignOut: false,
  async send(client, item, how) {
    const sent = await post(item, how).catch((error: unknown) => {
      // Retry without the preview; the link stays in the text.
      if (item.thread_id !== null && error instanceof ApiError && error.code === 'inbox.thread_not_found')
        return post({ ...item, thread_id: null }, how)
      throw error
    })
    show(client, sent)
  },
  reason: errorMessage,
}

async function post(item: PendingMessage, how: { keepalive: boolean }) {
  const { group_id, html, mentions, attachments, thread_id, replied_to_id, idempotency_key } = item
  const { sendMessage } = await execute(
    SendMessage,
    { group_id, msg_body: html, mentions, attachments, thread_id, replied_to_id, idempotency_key },
    how,
  )
  return sendMessage
}

function show(client: QueryClient, sent: Awaited<ReturnType<typeof post>>): void {
  const { message_index_in_group: index } = sent
  addMessage(client, sent)
  updateGroup(client, sent.group_id, ({ latest_index, last_seen_message_index }) => ({
    latest_index: Math.max(latest_index, index),
    last_seen_message_index: Math.max(last_seen_message_index, index),
  }))
  refreshEntries(client)
}
