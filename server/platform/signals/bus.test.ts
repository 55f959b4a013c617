import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { postgresBus } from './bus.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection that responds until `fallSilent` is called, and never closes on its own. */
function makeConnection() {
  const client = new EventEmitter()
  let isSilent = false
  const connection = {
    query: () => (isSilent ? new Promise(() => {}) : Promise.resolve({ rows: [] })),
    connection: { stream: { destroy: () => client.emit('end') } },
    end: () => Promise.resolve(),
    fallSilent: () => void (isSilent = true),
  }
  return Object.assign(client, connection)
}

it('notices a connection that has fallen silent, and listens on another', async () => {
  const [first, second] = [makeConnection(), makeConnection()]
  const connect = vi.fn().mockResolvedValueOnce(first).mockResolvedValue(second)
  const bus = await postgresBus(connect, {} as pg.Pool)
  const [lost, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  bus.onLoss(lost.resolve)
  bus.onGap(heard.resolve)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connect).toHaveBeenCalledTimes(1)
  first.fallSilent()
  await vi.advanceTimersByTimeAsync(30_000)
  await lost.promise
  await heard.promise
  expect(bus.isConnected()).toBe(true)
  expect(connect).toHaveBeenCalledTimes(2)
  await bus.close()
})
