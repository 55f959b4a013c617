import type { Signal } from '#server/platform/signals/bus.ts'
import type { Likeable } from './likes.sql.ts'

/**
 * A member's like changed; for a private message only its readers are notified. The actor is used for the notification
 * only: with a name in the signal, a count that does not rise would reveal who disagrees, which is never shown.
 */
export const liked = (message: Likeable, actorId: number): Signal => ({
  signal: 'discussions.liked',
  channels: message.visible && !message.is_private ? message.channels : [],
  users: message.is_private ? message.reader_ids : [message.author_id],
  data: {
    thread_id: message.thread_id,
    message_id: message.id,
    actor_id: null,
    is_private: message.is_private,
  },
  facts: { actor_id: actorId },
})
