/** Signals of discussions. A signal carries ids only: recipients read the rest through the access relations. */
import type { Signal } from '#server/platform/signals/bus.ts'
import type { ReviewAct } from '#shared/moderation.ts'

export const published = (thread: {
  id: number
  messageId: number
  /** Null for anonymous posts: even an id would reveal the author. */
  actorId: number | null
  channels: readonly number[]
}): Signal => ({
  signal: 'discussions.published',
  channels: thread.channels,
  users: [],
  data: { thread_id: thread.id, message_id: thread.messageId, actor_id: thread.actorId, is_private: false },
})

/** `readers` are set for a private reply; then nobody else is notified of it. */
export const replied = (reply: {
  thread: { thread_id: number; channels: readonly number[]; author_id: number; visible: boolean }
  messageId: number
  actorId: number | null
  readers: readonly number[] | undefined
}): Signal => ({
  signal: 'discussions.replied',
  // A thread that waits for review is announced only to its author.
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

/**
 * Staff reviewed a post, or closed a thread: open pages refetch it. Names no staff member, because staff act as one.
 */
export const reviewed = (post: {
  threadId: number
  messageId: number
  authorId: number
  isPrivate: boolean
  /** Who else could see a difference; empty if the visibility did not change. */
  channels: readonly number[]
  readers: readonly number[] | undefined
  /** For the notification to the author; the others refetch. */
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
