import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { fakeBrowser, type FakeBrowser } from '#web/platform/api/browser-stub.ts'
import { pendingRequests } from '#web/platform/api/redirect-to-login.ts'
import { readItem, type Channel, type Delivery, type OutboxItem } from '#web/writing/outbox/channel.ts'
import { waitingForRetry } from '#web/writing/outbox/waiting-for-retry.ts'
import { enqueue, retry } from '#web/writing/outbox/enqueue.ts'
import { findItem, removeItem } from '#web/writing/outbox/items.ts'
import { Outbox } from '#web/writing/outbox/outbox.ts'

interface Note {
  group: number
  text: string
}
const CLIENT = {} as QueryClient
const OFFLINE = new ApiError('No connection.', { kind: 'network' })
const REFUSED = new ApiError('Closed.', { kind: 'bad_request', status: 200, code: 'discussions.closed' })

let browser: FakeBrowser
let page: EventTarget
/** What was sent, and the result of each attempt: an error, or undefined for success. */
let sent: string[]
let answers: (Error | undefined)[]
let restored: string[]

beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeBrowser()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  sent = []
  answers = []
  restored = []
})
afterEach(() => {
  pendingRequests.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const delivery: Delivery<Note> = {
  isSequential: false,
  isSentBeforeSignOut: true,
  send: async (_, { text }) => {
    sent.push(`begin ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const answer = answers.shift()
    if (answer) throw answer
    sent.push(`end ${text}`)
  },
  reason: (error) => (error as Error).message,
  onRefused: (userId, { text }) => restored.push(`${userId} ${text}`) > 0,
}

const REPLIES: Channel<Note> = {
  storageKey: (userId) => `box.${userId}`,
  undoMs: 10_000,
  order: 'newest-first',
  target: ({ group }) => group,
  read: readItem,
  loadDelivery: () => Promise.resolve({ delivery }),
}
const MESSAGES: Channel<Note> = {
  ...REPLIES,
  undoMs: 0,
  order: 'oldest-first',
  read: (stored) => waitingForRetry(readItem(stored)),
  loadDelivery: () => Promise.resolve({ delivery: { ...delivery, isSequential: true, isSentBeforeSignOut: false } }),
}

async function opened(channel: Channel<Note>): Promise<Outbox<Note>> {
  const outbox = new Outbox(channel)
  outbox.open(7, CLIENT)
  await outbox.prepare()
  return outbox
}
const texts = (outbox: Outbox<Note>) => outbox.all().map(({ text }) => text)
const states = (outbox: Outbox<Note>) => outbox.all().map(({ text, state }) => `${text} ${state}`)
const stored = () => JSON.parse(browser.stored.get('box.7') ?? '[]') as OutboxItem<Note>[]
const store = (...items: object[]) => browser.stored.set('box.7', JSON.stringify(items))
const settle = () => vi.advanceTimersByTimeAsync(10)
/** Advances past the undo time, so that the reply is sent. */
const passUndo = () => vi.advanceTimersByTimeAsync(10_010)

describe('replies', () => {
  it('wait for ten seconds, newest first, and are sent in parallel', async () => {
    const outbox = await opened(REPLIES)
    enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    enqueue(outbox, { group: 1, text: 'b' }, 'Not loaded.')
    expect(states(outbox)).toEqual(['b waiting', 'a waiting'])
    expect(stored().map(({ text }) => text)).toEqual(['b', 'a'])
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent).toEqual([])
    await settle()
    expect(sent).toEqual(['begin a', 'begin b', 'end a', 'end b'])
    expect(texts(outbox)).toEqual([])
    expect(browser.stored.has('box.7')).toBe(false)
  })

  it('can be cancelled while they wait, also for another tab', async () => {
    const outbox = await opened(REPLIES)
    const other = await opened(REPLIES)
    const key = enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    await settle()
    const late = new Outbox(REPLIES)
    late.open(7, CLIENT)
    late.resume()
    await settle()
    expect((await outbox.prepare()).cancel(key)).toBe(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sent).toEqual([])
    expect(texts(late)).toEqual([])
    expect((await other.prepare()).cancel(key)).toBe(false)
  })

  it('are sent at once when asked, when the page is hidden, and before sign-out', async () => {
    const outbox = await opened(REPLIES)
    const key = enqueue(outbox, { group: 1, text: 'now' }, 'Not loaded.')
    await settle()
    ;(await outbox.prepare()).sendNow(key)
    await settle()
    enqueue(outbox, { group: 1, text: 'hidden' }, 'Not loaded.')
    await settle()
    page.dispatchEvent(new Event('pagehide'))
    await settle()
    enqueue(outbox, { group: 1, text: 'leaving' }, 'Not loaded.')
    await settle()
    const leaving = Promise.all([...pendingRequests.values()].map((send) => send()))
    await settle()
    expect(await leaving).toEqual([true])
    expect(sent.filter((each) => each.startsWith('end'))).toEqual(['end now', 'end hidden', 'end leaving'])
    expect(pendingRequests.size).toBe(0)
  })

  it('stay with the reason when the connection fails, and are sent again under the same key when it is back', async () => {
    const outbox = await opened(REPLIES)
    answers = [OFFLINE]
    const key = enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    await passUndo()
    expect(findItem(outbox, key)).toMatchObject({ state: 'failed', reason: 'No connection.', will_retry: true })
    page.dispatchEvent(new Event('online'))
    await settle()
    expect(sent).toEqual(['begin a', 'begin a', 'end a'])
    expect(texts(outbox)).toEqual([])
  })

  it('are sent again without word from the browser, after longer and longer times', async () => {
    const outbox = await opened(REPLIES)
    answers = [OFFLINE, OFFLINE, OFFLINE]
    enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    await passUndo()
    await vi.advanceTimersByTimeAsync(900)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toHaveLength(3)
    expect(states(outbox)).toEqual(['a failed'])
    await vi.advanceTimersByTimeAsync(4_100)
    expect(sent).toEqual(['begin a', 'begin a', 'begin a', 'begin a', 'end a'])
    expect(texts(outbox)).toEqual([])
  })

  it('go back into their draft when they are refused by rule, and are not sent again', async () => {
    const outbox = await opened(REPLIES)
    answers = [REFUSED]
    enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    await passUndo()
    expect(restored).toEqual(['7 a'])
    expect(texts(outbox)).toEqual([])
  })

  it('wait for a limit to pass', async () => {
    const outbox = await opened(REPLIES)
    const retryAt = new Date(Date.now() + 60_000).toISOString()
    answers = [new ApiError('Too many.', { kind: 'bad_request', status: 429, retryAt })]
    enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    await passUndo()
    expect(states(outbox)).toEqual(['a failed'])
    expect(restored).toEqual([])
    await vi.advanceTimersByTimeAsync(49_000)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(texts(outbox)).toEqual([])
  })

  it('of the version before are read, and sent after a reload', async () => {
    const before = { group: 1, reason: null, written_at: '2026-01-01T00:00:00.000Z' }
    store(
      { ...before, text: 'waiting', idempotency_key: 'a', state: 'sending', sends_at: Date.now() + 5_000 },
      { ...before, text: 'sending', idempotency_key: 'b', state: 'sending', retries_by_itself: false },
      { ...before, text: 'offline', idempotency_key: 'c', state: 'failed', retries_by_itself: true },
      { ...before, text: 'refused', idempotency_key: 'd', state: 'failed', retries_by_itself: false },
    )
    const outbox = await opened(REPLIES)
    expect(states(outbox)).toEqual(['waiting waiting', 'sending sending', 'offline failed', 'refused failed'])
    outbox.resume()
    await settle()
    expect(states(outbox)).toEqual(['waiting waiting', 'refused failed'])
    await vi.advanceTimersByTimeAsync(5_010)
    expect(sent.filter((each) => each.startsWith('end'))).toEqual(['end sending', 'end offline', 'end waiting'])
    expect(states(outbox)).toEqual(['refused failed'])
  })

  it('leave what another tab has stored', async () => {
    const outbox = await opened(REPLIES)
    store({ group: 1, text: 'of another tab', idempotency_key: 'z', state: 'failed', will_retry: false })
    const key = enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    expect(stored().map(({ text }) => text)).toEqual(['a', 'of another tab'])
    removeItem(outbox, key)
    expect(stored().map(({ text }) => text)).toEqual(['of another tab'])
  })
})

describe('messages', () => {
  it('of a group are sent one after another, in the order written; other groups do not wait', async () => {
    const outbox = await opened(MESSAGES)
    enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
    enqueue(outbox, { group: 1, text: 'b' }, 'Not loaded.')
    enqueue(outbox, { group: 2, text: 'c' }, 'Not loaded.')
    expect(texts(outbox)).toEqual(['a', 'b', 'c'])
    expect(outbox.isSending(2)).toBe(true)
    await settle()
    expect(sent.indexOf('begin b')).toBeGreaterThan(sent.indexOf('end a'))
    expect(sent.indexOf('begin c')).toBeLessThan(sent.indexOf('end a'))
    expect(texts(outbox)).toEqual([])
  })

  it('that were being sent when the page was closed wait for a retry; those without a connection do not', async () => {
    store(
      { group: 1, text: 'sending', idempotency_key: 'a', state: 'sending', reason: null, retries: false },
      { group: 1, text: 'offline', idempotency_key: 'b', state: 'failed', reason: 'Offline.', retries: true },
    )
    const outbox = await opened(MESSAGES)
    outbox.resume()
    await settle()
    expect(sent).toEqual(['begin offline', 'end offline'])
    expect(outbox.all()).toMatchObject([
      { text: 'sending', state: 'failed', reason: 'The page was closed before this message was sent.' },
    ])
    retry(outbox, 'a', 'Not loaded.')
    await settle()
    expect(texts(outbox)).toEqual([])
    expect(browser.stored.has('box.7')).toBe(false)
  })
})

it('keeps an item whose sending code could not be loaded', async () => {
  const outbox = new Outbox<Note>({ ...REPLIES, loadDelivery: () => Promise.reject(new Error('Offline.')) })
  outbox.open(7, CLIENT)
  enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
  await settle()
  expect(outbox.all()).toMatchObject([{ state: 'failed', reason: 'Not loaded.', will_retry: true }])
})

it('says that leaving would lose an item that storage refused', async () => {
  const outbox = await opened(REPLIES)
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('Full.')
    },
    removeItem: () => undefined,
  })
  const key = enqueue(outbox, { group: 1, text: 'a' }, 'Not loaded.')
  expect(outbox.hasUnsaved()).toBe(true)
  removeItem(outbox, key)
  expect(outbox.hasUnsaved()).toBe(false)
})
