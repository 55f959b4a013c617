import { describe, expect, test } from 'vitest'
import { newestFirst, privateAddressees, replyTree, settled } from '#shared/replies.ts'

const reply = (id: number, message_replied_id: number | null = null) => ({
  id,
  message_replied_id,
  is_original_message: false,
})
const opening = { id: 1, message_replied_id: null, is_original_message: true }
const shape = (messages: Parameters<typeof replyTree>[0]) =>
  replyTree(messages).map(({ message, answers }) => [message.id, ...answers.map((answer) => answer.id)])

describe('the reply tree', () => {
  test('answers to the opening message and to nothing stand at the top', () => {
    expect(shape([reply(3), reply(2, 1), opening])).toEqual([[3], [2]])
  })

  test('a deeper answer attaches to its nearest ancestor at the top', () => {
    expect(shape([reply(4, 3), reply(3, 2), reply(2, 1), opening])).toEqual([[2, 4, 3]])
  })

  test('a reply whose parent is missing stands at the top', () => {
    expect(shape([reply(9, 77), reply(2, 1), opening])).toEqual([[9], [2]])
  })

  test('replies that answer each other are promoted instead of lost', () => {
    expect(shape([reply(6, 5), reply(5, 6), opening])).toEqual([[6], [5]])
  })
})

describe('a thread that is still loading', () => {
  test('an answer waits for the message that it answers', () => {
    expect(settled([reply(9, 4), reply(8), reply(7, 8)], false).map(({ id }) => id)).toEqual([8, 7])
  })

  test('nothing waits once everything is here', () => {
    expect(settled([reply(9, 4), reply(8)], true)).toHaveLength(2)
  })

  test('a loop in the data ends', () => {
    expect(settled([reply(6, 5), reply(5, 6)], false)).toHaveLength(2)
  })
})

test('messages stand by the day moderation processed them, else by the day they were written', () => {
  const written = { id: 1, pub_date: '2026-01-03T00:00:00Z', moderation: null }
  const processed = { id: 2, pub_date: '2026-01-01T00:00:00Z', moderation: { processed_date: '2026-01-04T00:00:00Z' } }
  const sameMoment = { id: 3, pub_date: '2026-01-03T00:00:00+00:00', moderation: null }
  expect([written, processed, sameMoment].sort(newestFirst).map(({ id }) => id)).toEqual([2, 3, 1])
})

describe('who receives a private reply', () => {
  const priya = { id: 1, first_name: 'Priya' }
  const marcus = { id: 2, first_name: 'Marcus' }
  test('the author of the thread', () => expect(privateAddressees(9, undefined, priya)).toEqual([priya]))
  test('and the author of the message replied to', () =>
    expect(privateAddressees(9, marcus, priya)).toEqual([marcus, priya]))
  test('each once', () => expect(privateAddressees(9, priya, priya)).toEqual([priya]))
  test('never the writer', () => expect(privateAddressees(1, marcus, priya)).toEqual([marcus]))
  test('nobody, when members answer themselves', () => expect(privateAddressees(1, undefined, priya)).toEqual([]))
})
