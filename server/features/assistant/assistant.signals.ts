/** Signals of the assistant: ids only, for the member who asked and nobody else. */
import type { Signal } from '#server/platform/signals/bus.ts'

const toOwner = (signal: string, userId: number, data: Signal['data']): Signal => ({
  signal,
  channels: [],
  users: [userId],
  isConfidential: true,
  data,
})

/** Another sentence of an answer, or its end. */
export const written = (userId: number, conversationId: number, messageId: number) =>
  toOwner('assistant.written', userId, { conversation_id: conversationId, message_id: messageId })
/** A conversation was begun, continued, renamed or deleted, for the member's other devices. */
export const conversationChanged = (userId: number, conversationId: number) =>
  toOwner('assistant.conversation_changed', userId, { conversation_id: conversationId })
