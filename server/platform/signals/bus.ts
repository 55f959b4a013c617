/**
 * How one server notifies all others of a change: PostgreSQL NOTIFY inside its transaction, or Redis after the commit.
 */
import type { Redis } from 'ioredis'
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import { openLastingConnection } from '#server/platform/database/lasting-connection.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'

const CHANNEL = 'counterpart_signals'
/** Reconnects to Redis with pauses that double up to this. */
const REDIS_PAUSE_AT_MOST_MS = 2_000
const ANSWER_WITHIN_MS = 1_000
const PULSE_MS = 2_000
/** Longer for the database: after a false alarm, every client would refetch everything. */
const DATABASE_PULSE_MS = 15_000
const DATABASE_ANSWERS_WITHIN_MS = 10_000
/** Tells every server that a signal was lost. */
const GAP = 'gap'
const pauseBefore = (tries: number) => Math.min(25 * 2 ** tries, REDIS_PAUSE_AT_MOST_MS)

/**
 * A signal for those it concerns: the users named, staff, and members with one of the channels. If `readers` is given,
 * only those of the channel members. A confidential signal concerns only the users named.
 */
export interface Signal {
  signal: string
  channels: readonly number[]
  users: readonly number[]
  readers?: readonly number[] | undefined
  /** If true, staff are not notified either: only the users named are. */
  isConfidential?: boolean | undefined
  data: Readonly<Record<string, unknown>>
  /** Where the primary's log stood after the change; set on receipt if there is a replica. */
  position?: number | undefined
  /** For the jobs that follow the signal only: not sent to the bus or to any stream. */
  facts?: Readonly<Record<string, unknown>>
}

/** The jobs that follow each signal. */
export type Followers = Readonly<Record<string, readonly string[]>>

export interface Bus {
  /** Jobs enqueued in the transaction of the signal: they must run if and only if it commits. */
  readonly followers?: Followers
  /** True if signals are sent inside the transaction; false if they are published after the commit. */
  readonly inTransaction: boolean
  publish(signal: Signal): Promise<void>
  onSignal(handler: (signal: Signal) => void): void
  /** Called when signals from other servers no longer arrive. */
  onLoss(handler: () => void): void
  /** Called when they arrive again: some may have been lost in between. */
  onGap(handler: () => void): void
  isConnected(): boolean
  close(): Promise<void>
}

/** The SQL call that sends the text of a signal, given as an expression. */
export const notifyOf = (text: Sql | Parameter) => sql`pg_notify('${trustedSql(CHANNEL)}', ${text})`
const sendSignal = statement('send-signal', { text: 'text' }, (p) => sql`select ${notifyOf(p.text)}`)
export const textOf = (signal: Signal) => JSON.stringify({ ...signal, facts: undefined })
/** The statement that sends a signal within a transaction. */
export const notify = (client: pg.ClientBase, signal: Signal) =>
  `notify ${CHANNEL}, ${client.escapeLiteral(textOf(signal))}`

function hub() {
  const handlers: ((signal: Signal) => void)[] = []
  const losses: (() => void)[] = []
  const gaps: (() => void)[] = []
  return {
    onSignal: (handler: (signal: Signal) => void) => void handlers.push(handler),
    onLoss: (handler: () => void) => void losses.push(handler),
    onGap: (handler: () => void) => void gaps.push(handler),
    loss: () => losses.forEach((handler) => handler()),
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

/** Signals through PostgreSQL on a dedicated connection, which reconnects as long as the server runs. */
export async function postgresBus(connect: () => Promise<pg.Client>, pool: pg.Pool): Promise<Bus> {
  const { receive, loss, gap, ...handlers } = hub()
  const listening = await openLastingConnection({
    open: connect,
    prepare: (client) => {
      client.on('notification', ({ payload }) => receive(payload ?? ''))
      return client.query(`listen ${CHANNEL}`)
    },
    onLost: loss,
    onBack: gap,
  })
  // A connection that swallows everything never closes on its own.
  async function ask() {
    const asked = listening.client
    if (!asked || (await answersInTime(asked)) || listening.client !== asked) return
    asked.connection.stream.destroy()
  }
  const pulse = setInterval(() => void ask(), DATABASE_PULSE_MS)
  pulse.unref()
  return {
    ...handlers,
    inTransaction: true,
    publish: async (signal) => void (await pool.query(sendSignal({ text: textOf(signal) }))),
    isConnected: () => listening.client !== undefined,
    close: async () => {
      clearInterval(pulse)
      await listening.close()
    },
  }
}

const answersInTime = (client: pg.Client) =>
  Promise.race([
    client.query('select 1').then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, DATABASE_ANSWERS_WITHIN_MS, false).unref()),
  ])

/**
 * Signals through Redis, for many servers on one database. Signals published while Redis is down are lost, and
 * publishers do not wait for it: the change is committed, and clients refetch when they are notified of the gap, by the
 * server that lost the connection or by the one that could not publish.
 */
export async function redisBus(url: string): Promise<Bus> {
  // Loaded only where it is used: it takes 10 MB.
  const redis = new RedisConnections((await import('ioredis')).Redis, url)
  try {
    await redis.open()
  } catch (error) {
    await redis.close()
    throw new StartError(
      `Redis at REDIS_URL isn’t responding (${(error as Error).message}). Check that it’s running and that the address is correct, or leave REDIS_URL empty.`,
    )
  }
  return {
    ...redis.handlers,
    inTransaction: false,
    publish: (signal) => redis.publish(textOf(signal)),
    isConnected: () => redis.isSubscribed(),
    close: () => redis.close(),
  }
}

class RedisConnections {
  readonly handlers: Pick<Bus, 'onSignal' | 'onLoss' | 'onGap'>
  readonly #receive: (text: string) => void
  readonly #loss: () => void
  readonly #gap: () => void
  readonly #channel: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #pulse: NodeJS.Timeout
  /** True while a signal could not be published and other servers do not know yet. */
  #hasGap = false
  #state: 'starting' | 'subscribed' | 'lost' | 'closed' = 'starting'

  constructor(Client: typeof Redis, url: string) {
    const { receive, loss, gap, ...handlers } = hub()
    this.handlers = handlers
    this.#receive = receive
    this.#loss = loss
    this.#gap = gap
    // Redis channels ignore database numbers, so put ours in the channel name to separate two sites on one Redis.
    this.#channel = `${CHANNEL}:${new URL(url).pathname.slice(1) || '0'}`
    const both = {
      lazyConnect: true,
      autoResubscribe: false,
      commandTimeout: ANSWER_WITHIN_MS,
      retryStrategy: pauseBefore,
    }
    this.#publisher = new Client(url, { ...both, enableOfflineQueue: false })
    this.#subscriber = new Client(url, both)
    this.#listenToEvents()
    // A connection that swallows everything never closes on its own.
    this.#pulse = setInterval(() => {
      void this.#publishGap()
      const reconnect = () => this.isSubscribed() && this.#subscriber.disconnect(true)
      if (this.isSubscribed()) this.#subscriber.ping().catch(reconnect)
    }, PULSE_MS)
    this.#pulse.unref()
  }

  async open() {
    await Promise.all([this.#publisher.connect(), this.#subscriber.connect()])
    await this.#subscribe()
  }

  isSubscribed() {
    return this.#state === 'subscribed'
  }

  async publish(text: string) {
    try {
      await this.#publisher.publish(this.#channel, text)
    } catch (error) {
      this.#hasGap = true
      // The next signal must not wait for the same timeout.
      if (this.#publisher.status === 'ready') this.#publisher.disconnect(true)
      throw error
    }
  }

  async close() {
    this.#state = 'closed'
    clearInterval(this.#pulse)
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  #listenToEvents() {
    for (const client of [this.#publisher, this.#subscriber])
      client.on('error', (error: Error) => log.warn({ error }, 'the connection to Redis failed'))
    this.#publisher.on('ready', () => void this.#publishGap())
    this.#subscriber.on('message', (_channel: string, text: string) =>
      text === GAP ? this.#gap() : this.#receive(text),
    )
    this.#subscriber.on('close', () => {
      if (!this.isSubscribed()) return
      this.#state = 'lost'
      this.#loss()
    })
    this.#subscriber.on('ready', () => {
      if (this.#state === 'lost') this.#subscribe().catch(() => this.#subscriber.disconnect(true))
    })
  }

  async #subscribe() {
    await this.#subscriber.subscribe(this.#channel)
    // Set the state only after `subscribe` resolves: from then on, published signals arrive.
    const wasLost = this.#state === 'lost'
    this.#state = 'subscribed'
    if (wasLost) this.#gap()
  }

  async #publishGap() {
    if (!this.#hasGap) return
    this.#hasGap = false
    await this.publish(GAP).catch(() => {})
  }
}
