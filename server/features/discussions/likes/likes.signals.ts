import type { Signal } from '#server/platform/signals/bus.ts'
import type { Likeable } from './likes.sql.ts'

/**
 * Somebody's agreement changed; of a private message only its readers are told. Who it was is for the notification
 * alone: with a name, a count that does not rise would tell who disagrees, which nobody is told.
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
