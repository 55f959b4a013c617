/** How one server tells all others what happened: PostgreSQL's NOTIFY in the transaction of the fact, or Redis after it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import { log } from '#server/platform/log/log.ts'

const CHANNEL = 'counterpart_signals'
const RECONNECT_AT_MOST_MS = 5_000

/**
 * A fact for those it concerns: the users named, staff, and holders of one of the channels; where `readers` are
 * given, of those only them.
 */
export interface Signal {
  signal: string
  channels: readonly number[]
  users: readonly number[]
  readers?: readonly number[] | undefined
  data: Readonly<Record<string, unknown>>
}

export interface Bus {
  /** The statement that announces within a transaction; undefined where the announcement follows the commit. */
  readonly inTransaction: boolean
  publish(signal: Signal): Promise<void>
  onSignal(handler: (signal: Signal) => void): void
  /** Called after signals may have been lost. */
  onGap(handler: () => void): void
  isConnected(): boolean
  close(): Promise<void>
}

const NOTIFY = `select pg_notify('${CHANNEL}', $1)`
/** The statement that announces within a transaction. */
export const notify = (client: pg.ClientBase, signal: Signal) =>
  `notify ${CHANNEL}, ${client.escapeLiteral(JSON.stringify(signal))}`

function hub() {
  const handlers: ((signal: Signal) => void)[] = []
  const gaps: (() => void)[] = []
  return {
    onSignal: (handler: (signal: Signal) => void) => void handlers.push(handler),
    onGap: (handler: () => void) => void gaps.push(handler),
    gap: () => gaps.forEach((handler) => handler()),
    receive: (text: string) => {
      try {
        const signal = JSON.parse(text) as Signal
        handlers.forEach((handler) => handler(signal))
      } catch (error) {
        log.error({ error }, 'a signal could not be read')
      }
    },
  }
}

/** Signals through PostgreSQL on a connection of its own, which is renewed for as long as the server lives. */
export async function postgresBus(connect: () => Promise<pg.Client>, pool: pg.Pool): Promise<Bus> {
  const { receive, gap, ...handlers } = hub()
  let client: pg.Client | undefined
  let closed = false
  async function listen() {
    const made = await connect()
    made.on('notification', ({ payload }) => receive(payload ?? ''))
    const lost = () => {
      if (client !== made) return
      client = undefined
      if (!closed) void renew()
    }
    made.on('error', lost)
    made.on('end', lost)
    await made.query(`listen ${CHANNEL}`)
    client = made
  }
  async function renew() {
    for (let pause = 100; !closed; pause = Math.min(pause * 2, RECONNECT_AT_MOST_MS)) {
      try {
        await listen()
        return gap()
      } catch {
        await sleep(pause)
      }
    }
  }
  await listen()
  return {
    ...handlers,
    inTransaction: true,
    publish: async (signal) => void (await pool.query(NOTIFY, [JSON.stringify(signal)])),
    isConnected: () => client !== undefined,
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}

/** Signals through Redis, for many servers on one database. */
export async function redisBus(url: string): Promise<Bus> {
  const { receive, gap, ...handlers } = hub()
  // Channels know no database numbers, so two houses on one Redis are told apart by ours.
  const channel = `${CHANNEL}:${new URL(url).pathname.slice(1) || '0'}`
  const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
  const subscriber = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true })
  let subscribed = false
  for (const client of [publisher, subscriber])
    client.on('error', (error: Error) => log.warn({ error: error.message }, 'redis'))
  subscriber.on('message', (_channel: string, text: string) => receive(text))
  subscriber.on('close', () => (subscribed = false))
  subscriber.on('ready', () => {
    if (!subscribed) gap()
    subscribed = true
  })
  try {
    await Promise.all([publisher.connect(), subscriber.connect()])
  } catch (error) {
    publisher.disconnect()
    subscriber.disconnect()
    throw new StartError(
      `Redis at REDIS_URL does not answer (${(error as Error).message}). Check that it runs and that the address is right, or leave REDIS_URL empty.`,
    )
  }
  await subscriber.subscribe(channel)
  subscribed = true
  return {
    ...handlers,
    inTransaction: false,
    publish: async (signal) => void (await publisher.publish(channel, JSON.stringify(signal))),
    isConnected: () => subscribed,
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
