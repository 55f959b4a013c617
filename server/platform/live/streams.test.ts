import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_CACHE_MS, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus, Signal } from '#server/platform/signals/bus.ts'
import { makeStreams, SESSIONS_AT_ONCE, WRITES_PER_TURN } from './streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bus = { onSignal() {}, onLoss() {}, onGap() {}, isConnected: () => true } as unknown as Bus
const sessionOf = (id: number) =>
  ({ id, standing: 'full', is_staff: false, grants: [], channels: [] }) as unknown as Session

function reader() {
  const written: string[] = []
  const response = {
    writableLength: 0,
    on() {},
    end() {},
    write: (text: string | Buffer) => written.push(String(text)),
  }
  return { written, response: response as unknown as ServerResponse }
}

it('leaves a stream in peace that opens while the sessions of the others are being looked up', async () => {
  const answer = Promise.withResolvers<Map<string, Session>>()
  const standing = vi.fn(() => answer.promise)
  const streams = makeStreams(bus, { standing } as unknown as Sessions, 'v1')
  const [first, gone, late] = [reader(), reader(), reader()]
  streams.open('first', sessionOf(1), first.response)
  streams.open('gone', sessionOf(2), gone.response)
  vi.advanceTimersByTime(SESSION_CACHE_MS)
  expect(standing).toHaveBeenCalledWith(['first', 'gone'])
  streams.open('late', sessionOf(3), late.response)
  answer.resolve(new Map([['first', sessionOf(1)]]))
  await vi.waitFor(() => expect(gone.written.join('')).toContain('event: ended'))
  expect(first.written.join('')).not.toContain('event: ended')
  expect(late.written.join('')).not.toContain('event: ended')
  expect(streams.count()).toBe(2)
  streams.close()
})

it('ends streams whose sessions could not be looked up for too long, without a word, so that they come back', async () => {
  const standing = vi.fn(() => Promise.reject(new Error('the database is away')))
  const streams = makeStreams(bus, { standing } as unknown as Sessions, 'v1')
  const one = reader()
  streams.open('one', sessionOf(1), one.response)
  // More than one query asks about.
  for (let at = 0; at < SESSIONS_AT_ONCE; at++) streams.open(`other ${at}`, sessionOf(2 + at), reader().response)
  await vi.advanceTimersByTimeAsync(SESSION_CACHE_MS)
  expect(streams.count()).toBe(1 + SESSIONS_AT_ONCE)
  await vi.advanceTimersByTimeAsync(SESSION_CACHE_MS)
  expect(streams.count()).toBe(0)
  expect(one.written.join('')).not.toContain('event: ended')
  streams.close()
})

it('answers requests between the writes to thousands of streams, and keeps the order of signals', async () => {
  let announce: (signal: Signal) => void = () => {}
  const listening = { ...bus, onSignal: (handler: typeof announce) => void (announce = handler) } as unknown as Bus
  const streams = makeStreams(listening, { standing: vi.fn() } as unknown as Sessions, 'v1')
  const readers = Array.from({ length: WRITES_PER_TURN * 3 }, reader)
  readers.forEach(({ response }, at) => streams.open(`token ${at}`, sessionOf(at), response))
  const received = (name: string) => readers.filter(({ written }) => written.join('').includes(name)).length
  const users = readers.map((_, at) => at)
  for (const signal of ['first', 'second']) announce({ signal, channels: [], users, data: {} })
  expect(received('first')).toBe(WRITES_PER_TURN)
  await vi.advanceTimersToNextTimerAsync()
  expect(received('first')).toBe(2 * WRITES_PER_TURN)
  await vi.waitFor(() => expect(received('second')).toBe(readers.length))
  for (const { written } of readers) expect(written.join('')).toMatch(/first[^]*second/)
  streams.close()
})
