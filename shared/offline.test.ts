import { expect, it } from 'vitest'
import { offlineFeedOf, offlineThreadOf } from './offline.ts'

const message = (parsed_body: string, is_private: boolean) => ({
  parsed_body,
  is_private,
  pub_date: '2026-11-21T10:00:00Z',
  sender: { name: 'Marcus' },
  private_readers: is_private ? [{ name: 'Helen' }] : [],
})

it('keeps what everybody in the thread can read, and of what is private nothing at all', () => {
  const kept = offlineThreadOf(
    { id: 3, topic: 'A topic', messages: [message('<p>Public.</p>', false), message('<p>Canary.</p>', true)] },
    5,
  )
  expect(kept).toEqual({
    kept_at: 5,
    id: 3,
    topic: 'A topic',
    messages: [{ author: 'Marcus', html: '<p>Public.</p>', pub_date: '2026-11-21T10:00:00Z' }],
  })
})

it('begins with what was asked, and goes on in the order of the answers', () => {
  const at = (time: string) => ({ ...message(time, false), pub_date: `2026-11-21T${time}:00Z` })
  const { messages } = offlineThreadOf(
    { id: 3, topic: 'A topic', messages: [at('12:00'), at('09:00'), at('10:00')] },
    5,
  )
  expect(messages.map(({ html }) => html)).toEqual(['09:00', '10:00', '12:00'])
})

it('ends an excerpt that was cut with its last whole word', () => {
  const thread = { id: 3, topic: 'A topic', excerpt: 'words '.repeat(80).slice(0, 400), pub_date: '' }
  const [entry] = offlineFeedOf([{ thread, author: { name: 'Helen' } }], 5).entries
  expect(entry!.excerpt).toMatch(/ words …$/)
})

it('keeps of the feed what an entry shows', () => {
  const thread = {
    id: 3,
    topic: 'A topic',
    excerpt: 'Words',
    pub_date: '2026-11-21T10:00:00Z',
    num_of_private_responses: 2,
  }
  expect(offlineFeedOf([{ thread, author: { name: 'Helen' } }], 5)).toEqual({
    kept_at: 5,
    entries: [{ id: 3, topic: 'A topic', author: 'Helen', excerpt: 'Words', pub_date: '2026-11-21T10:00:00Z' }],
  })
})
