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
const context = { viewerId: ME, readUntil: null, outgoing: [], sentAs: new Map<number, string>() }
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
    expect(rows.map(({ isReadFrom }) => isReadFrom)).toEqual([false, false, true, false])
  })

  test('on a first visit nothing is marked', () => {
    expect(
      threadRows(open([message(3), message(2)]), context).some(({ isNew, isReadFrom }) => isNew || isReadFrom),
    ).toBe(false)
  })
})
