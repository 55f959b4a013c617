import type { ChatDraft } from '#web/features/inbox/writing/conversation-drafts.ts'
import type { OutboxItem } from '#web/writing/outbox/channel.ts'

export interface ChatContent extends ChatDraft {
  group_id: number
  thread_id: number | null
  replied_to_id: number | null
}

/** A pending message. */
export type PendingMessage = OutboxItem<ChatContent>
