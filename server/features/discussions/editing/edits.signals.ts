/** Signals for edits and removals. Open pages refetch what they show. */
import type { Signal } from '#server/platform/signals/bus.ts'

interface Changed {
  thread_id: number
  author_id: number
  channels: readonly number[]
  visible: boolean
  id: number
  is_private: boolean
  private_reader_ids: readonly number[]
}

const changed =
  (signal: string) =>
  (message: Changed, actorId: number | null): Signal => ({
    signal,
    channels: message.visible ? message.channels : [],
    users: message.is_private ? message.private_reader_ids : [message.author_id],
    readers: message.is_private ? message.private_reader_ids : undefined,
    data: {
      thread_id: message.thread_id,
      message_id: message.id,
      actor_id: actorId,
      is_private: message.is_private,
    },
  })

export const edited = changed('discussions.edited')
export const removed = changed('discussions.removed')
/** For the whole thread; `message_id` is its opening message. */
export const threadRemoved = changed('discussions.thread_removed')
