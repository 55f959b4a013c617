import { describe, expect, test } from 'vitest'
import type {
  MessageView,
  ThreadWithMessages,
  ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import type { PendingReplyItem } from '#web/features/discussions/reply/pending-reply.ts'
import { threadRows } from '#web/features/discussions/messages/thread-rows.ts'

const ME = 1
const message = (id: number, part: Partial<MessageView> = {}) =>
  ({
    id,
    sender_id: 2,
    pub_date: new Date(id * 1000).toISOString(),
    moderation: null,
    message_replied_id: null,
    is_original_message: false,
    ...part,
  }) as MessageView
const open = (messages: MessageView[], is_complete = true): ThreadWithMessages => ({
  thread: { id: 9, messages } as unknown as ThreadView,
  is_complete,
})
const waiting = (key: string, message_replied_id: number | null = null) =>
  ({ idempotency_key: key, thread_id: 9, message_replied_id }) as PendingReplyItem
const context = {
  viewerId: ME,
  readUntil: null,
  outgoing: [],
  order: 'newest' as const,
  sentAs: new Map<number, string>(),
}
const keys = (rows: ReturnType<typeof threadRows>) => rows.map(({ key, isAnswer }) => (isAnswer ? `> ${key}` : key))

describe('the rows of a thread', () => {
  test('answers stand beneath the reply at the top that they belong to', () => {
    const messages = [message(4, { message_replied_id: 3 }), message(3, { message_replied_id: 2 }), message(2)]
    expect(keys(threadRows(open(messages), context))).toEqual(['m2', '> m4', '> m3'])
  })

  test('a waiting reply stands first, a waiting answer first beneath its reply', () => {
    const rows = threadRows(open([message(3, { message_replied_id: 2 }), message(2)]), {
      ...context,
      outgoing: [waiting('answer', 3), waiting('reply')],
    })
    expect(keys(rows)).toEqual(['reply', 'm2', '> answer', '> m3'])
  })

  test('a reply of another thread does not stand here', () => {
    const outgoing = [{ ...waiting('other'), thread_id: 10 }]
    expect(threadRows(open([]), { ...context, outgoing })).toEqual([])
  })

  test('a reply that has arrived keeps its key and is shown once', () => {
    const rows = threadRows(open([message(2)]), { ...context, outgoing: [waiting('k')], sentAs: new Map([[2, 'k']]) })
    expect(keys(rows)).toEqual(['k'])
  })

  test('what others wrote since the last visit is new, and a line parts it from what was read', () => {
    const messages = [message(5), message(4, { sender_id: ME }), message(3), message(2)]
    const rows = threadRows(open(messages), { ...context, readUntil: new Date(3500).toISOString() })
    expect(rows.map(({ isNew }) => isNew)).toEqual([true, false, false, false])
    expect(rows.map(({ divider }) => divider)).toEqual([undefined, undefined, 'read', undefined])
  })

  test('on a first visit nothing is marked', () => {
    expect(threadRows(open([message(3), message(2)]), context).some(({ isNew, divider }) => isNew || divider)).toBe(
      false,
    )
  })

  test('oldest first, replies and answers follow each other as they were said, and what waits is the last', () => {
    const messages = [
      message(5, { message_replied_id: 2 }),
      message(4, { message_replied_id: 2 }),
      message(3),
      message(2),
    ]
    const outgoing = [waiting('answer', 2), waiting('reply')]
    const rows = threadRows(open(messages), { ...context, outgoing, order: 'oldest' })
    expect(keys(rows)).toEqual(['m2', '> m4', '> m5', '> answer', 'm3', 'reply'])
  })

  test('oldest first, a line stands above the first new reply, unless all are new', () => {
    const at = (seconds: number) => {
      const readUntil = new Date(seconds * 1000).toISOString()
      return threadRows(open([message(4), message(3), message(2)]), { ...context, order: 'oldest', readUntil })
    }
    expect(at(2.5).map(({ divider }) => divider)).toEqual([undefined, 'new', undefined])
    expect(at(1).some(({ divider }) => divider)).toBe(false)
  })

  test('the public reply that most members agree with is marked', () => {
    const liked = (id: number, num_of_likes: number, part = {}) => message(id, { num_of_likes, ...part })
    const messages = [liked(6, 2), liked(5, 3), liked(4, 9, { is_private: true }), liked(3, 4), liked(2, 5)]
    const best = threadRows(open(messages), context).flatMap(({ key, isBest }) => (isBest ? key : []))
    expect(best).toEqual(['m2'])
  })
})
