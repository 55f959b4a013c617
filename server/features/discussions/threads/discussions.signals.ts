/** What discussions announce. A signal carries ids only: anyone who receives it reads through the same relations as ever. */
import type { Signal } from '#server/platform/signals/bus.ts'
import type { ReviewAct } from '#shared/moderation.ts'

export const published = (thread: {
  id: number
  messageId: number
  /** Null for what is anonymous: not even an id may tell. */
  actorId: number | null
  channels: readonly number[]
}): Signal => ({
  signal: 'discussions.published',
  channels: thread.channels,
  users: [],
  data: { thread_id: thread.id, message_id: thread.messageId, actor_id: thread.actorId, is_private: false },
})

/** `readers` of a private reply; then nobody else is told that there is one. */
export const replied = (reply: {
  thread: { thread_id: number; channels: readonly number[]; author_id: number; visible: boolean }
  messageId: number
  actorId: number | null
  readers: readonly number[] | undefined
}): Signal => ({
  signal: 'discussions.replied',
  // A thread that waits for staff is known to its author only.
  channels: reply.thread.visible ? reply.thread.channels : [],
  users: [reply.thread.author_id],
  readers: reply.readers,
  data: {
    thread_id: reply.thread.thread_id,
    message_id: reply.messageId,
    actor_id: reply.actorId,
    is_private: reply.readers !== undefined,
  },
})

/** Staff decided about a post, or closed a thread: what shows it asks again. It names nobody, because staff act as one. */
export const reviewed = (post: {
  threadId: number
  messageId: number
  authorId: number
  isPrivate: boolean
  /** Who else could see a difference; nobody, where the post stands as it stood. */
  channels: readonly number[]
  readers: readonly number[] | undefined
  /** For who tells the author; the others see what stands there now. */
  act: ReviewAct | 'closed' | 'reopened'
  wasVisible: boolean
}): Signal => ({
  signal: 'discussions.reviewed',
  channels: post.channels,
  users: [post.authorId],
  readers: post.readers,
  data: { thread_id: post.threadId, message_id: post.messageId, actor_id: null, is_private: post.isPrivate },
  facts: { act: post.act, was_visible: post.wasVisible },
})
