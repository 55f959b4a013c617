/** Signals of polls: only that something changed, never what. No signal names a voter. */
import type { Signal } from '#server/platform/signals/bus.ts'

interface NotificationFact {
  id: number
  thread_id: number
  author_id: number
  channels: readonly number[]
  visible: boolean
}

const told =
  (signal: 'polls.voted' | 'polls.ended') =>
  ({ id, thread_id, author_id, channels, visible }: NotificationFact): Signal => ({
    signal,
    // A thread that waits for review is announced only to its author.
    channels: visible ? channels : [],
    users: [author_id],
    data: { thread_id, poll_id: id },
  })

export const voted = told('polls.voted')
export const ended = told('polls.ended')
