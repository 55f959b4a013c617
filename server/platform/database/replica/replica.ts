/**
 * Decides whether a read may go to the replica (decision 0134). A replica is always behind: what a member just wrote,
 * and above all what staff just removed, must not depend on by how much. So a read goes there only when the replica has
 * replayed everything that this server knows to be committed, and to the primary otherwise.
 *
 * The floor is the position in the primary's log that a replica must have reached. It rises with each write of this
 * server, with each signal that another server sends about its own, and with the position that a browser brings from
 * another server. Changes that none of these report are at most MOST_BEHIND_MS late.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#server/platform/log/log.ts'

const POLL_MS = 100
/** While a read waits for the replica. */
const POLL_AWAITED_MS = 4
/** A read waits this long for the replica; then the primary answers. */
export const WAIT_MS = 100
/** A replica further behind is not used at all. */
export const MOST_BEHIND_MS = 2_000
/** A replica that is silent for this long is away. */
const ANSWER_WITHIN_MS = 800
const SAMPLES = 50
/** PostgreSQL's default, which nobody changes without compiling it. */
const LOG_PAGE = 8192
const LOG_PAGE_HEADER = 40

const cluster = `(select system_identifier::text from pg_control_system()) as cluster`
const ASK_PRIMARY = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position, ${cluster}`
const ASK_REPLICA = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position, ${cluster}`

/** Bytes of the primary's log since it was created. */
type Position = number
interface Answer {
  /** Null: not a replica. */
  position: Position | null
  cluster: string
}

/** The next record after a full page begins behind the header of a new page; a replica waits in front of it. */
const withoutHeader = (position: Position): Position =>
  position % LOG_PAGE <= LOG_PAGE_HEADER ? position - (position % LOG_PAGE) : position

/** One connection, opened when it is asked and given up when it does not answer. */
class Watched {
  readonly #connection: pg.ClientConfig
  #client: pg.Client | undefined

  constructor(connection: pg.ClientConfig) {
    this.#connection = connection
  }

  async ask(text: string): Promise<Answer> {
    const client = (this.#client ??= await this.#open())
    const late = new AbortController()
    try {
      const answer = client.query<Answer>(text).then(({ rows }) => rows[0]!)
      answer.catch(() => {})
      const timeout = sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)
      })
      timeout.catch(() => {})
      return await Promise.race([answer, timeout])
    } catch (error) {
      this.close()
      throw error
    } finally {
      late.abort()
    }
  }

  async #open() {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'counterpart replica',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
    })
    client.on('error', () => this.#forget(client))
    await client.connect()
    return client
  }

  #forget(client: pg.Client) {
    if (this.#client === client) this.#client = undefined
  }

  close() {
    this.#client?.connection.stream.destroy()
    this.#client = undefined
  }
}

export type ReplicaState = 'starting' | 'used' | 'behind' | 'away' | 'refused'
const STATES = {
  used: 'the replica answers reads again',
  behind: 'the replica is too far behind: the primary answers all reads',
  away: 'the replica does not answer: the primary answers all reads',
  refused: 'DATABASE_READ_URL is not a replica of DATABASE_URL: the primary answers all reads',
} as const satisfies Record<Exclude<ReplicaState, 'starting'>, string>

/** The replica is no longer used. */
export const UNUSED = Symbol('unused')

interface Waiting {
  needed: Position
  settle: (isReached: boolean) => void
}

export class Replica {
  readonly #primary: Watched
  readonly #replica: Watched
  #state: ReplicaState = 'starting'
  #floor: Position = 0
  /** Written since the floor was asked for: the floor is not known. */
  #isDirty = true
  #replayed: Position = -1
  #cluster: string | undefined
  /** Positions of the primary with the time they were asked at, oldest first. */
  #samples: { at: number; position: Position }[] = []
  #asking: Promise<Position | undefined> = Promise.resolve(undefined)
  #queued: Promise<Position | undefined> | undefined
  #waiting: Waiting[] = []
  #wake = () => {}
  #unused = Promise.withResolvers<typeof UNUSED>()
  #isClosed = false
  #hearsSignals = () => true

  constructor(primary: pg.ClientConfig, replica: pg.ClientConfig) {
    this.#primary = new Watched(primary)
    this.#replica = new Watched(replica)
    void this.#watchPrimary()
    void this.#watchReplica()
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** Reads go to the primary while signals of other servers do not arrive. */
  requireSignals(hearsSignals: () => boolean): void {
    this.#hearsSignals = hearsSignals
  }

  /** True if the replica has all that this server knows to be committed; waits for it up to WAIT_MS. */
  async isReached(): Promise<boolean> {
    if (this.#state !== 'used' || !this.#hearsSignals()) return false
    if (this.#isDirty) await this.raise()
    if (this.#isDirty) return false
    const needed = this.#floor
    if (this.#replayed >= needed) return true
    // A wait that is bound to fail would only make the read slower.
    if (this.lagMs() > WAIT_MS + 2 * POLL_MS) return false
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#settle((waiting) => waiting.settle === settle, false), WAIT_MS)
      const settle = (isReached: boolean) => {
        clearTimeout(late)
        resolve(isReached)
      }
      this.#waiting.push({ needed, settle })
      this.#wake()
    })
  }

  /** Resolves when the replica stops being used: a read that it has not answered yet is asked again elsewhere. */
  get unused(): Promise<typeof UNUSED> {
    return this.#unused.promise
  }

  /** This server has written: later reads need what the primary has committed by then. */
  wrote(): void {
    this.#isDirty = true
  }

  /** Raises the floor to all that is committed now. Returns undefined if the primary does not answer. */
  async raise(): Promise<Position | undefined> {
    this.#isDirty = false
    const position = await this.#ask()
    if (position === undefined) this.#isDirty = true
    else this.#floor = Math.max(this.#floor, position)
    return position
  }

  /** Raises the floor to a position that a browser brought, but never above what is committed now. */
  async require(position: Position): Promise<void> {
    if (position <= this.#floor) return
    const newest = this.#samples.at(-1)?.position ?? 0
    if (position <= newest) this.#floor = position
    else await this.raise()
  }

  /** Reads fail over to the primary at once; the next answer of the replica brings it back. */
  fail(): void {
    this.#replica.close()
    this.#enter('away')
  }

  /** At most this far behind: the time since a moment whose changes the replica has all replayed. */
  lagMs(): number {
    const reached = this.#samples.findLast(({ position }) => position <= this.#replayed)
    return reached ? performance.now() - reached.at : Infinity
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
    this.#settle(() => true, false)
    this.#primary.close()
    this.#replica.close()
  }

  /** One question at a time. A question that still waits for its turn answers all who ask meanwhile. */
  #ask(): Promise<Position | undefined> {
    return (this.#queued ??= this.#asking.then(() => {
      this.#queued = undefined
      return (this.#asking = this.#askPrimary())
    }))
  }

  async #askPrimary(): Promise<Position | undefined> {
    const at = performance.now()
    try {
      const { position: given, cluster } = await this.#primary.ask(ASK_PRIMARY)
      const position = withoutHeader(given!)
      this.#cluster = cluster
      this.#samples.push({ at, position })
      if (this.#samples.length > SAMPLES) this.#samples.shift()
      return position
    } catch {
      return undefined
    }
  }

  async #watchPrimary() {
    while (!this.#isClosed) {
      await this.#ask()
      await sleep(POLL_MS, undefined, { ref: false })
    }
  }

  async #watchReplica() {
    while (!this.#isClosed) {
      await this.#askReplica()
      const awaited = this.#waiting.length > 0
      const woken = new Promise<void>((resolve) => (this.#wake = resolve))
      const pause = sleep(awaited ? POLL_AWAITED_MS : POLL_MS, undefined, { ref: false })
      await (awaited ? pause : Promise.race([pause, woken]))
    }
  }

  async #askReplica() {
    try {
      const { position, cluster } = await this.#replica.ask(ASK_REPLICA)
      if (this.#isClosed || this.#samples.length === 0) return
      if (position === null || (this.#cluster !== undefined && cluster !== this.#cluster)) return this.#enter('refused')
      this.#replayed = position
      this.#settle(({ needed }) => position >= needed, true)
      this.#enter(this.lagMs() > MOST_BEHIND_MS ? 'behind' : 'used')
    } catch {
      if (!this.#isClosed) this.#enter('away')
    }
  }

  #enter(state: Exclude<ReplicaState, 'starting'>) {
    if (state !== 'used') this.#settle(() => true, false)
    if (state === this.#state) return
    if (this.#state === 'used') {
      this.#unused.resolve(UNUSED)
      this.#unused = Promise.withResolvers()
    }
    const isFirst = this.#state === 'starting' && state === 'used'
    this.#state = state
    if (isFirst) return
    log.warn(state === 'behind' ? { lag_ms: Math.round(this.lagMs()) } : {}, STATES[state])
  }

  #settle(fits: (waiting: Waiting) => boolean, isReached: boolean) {
    const settled = this.#waiting.filter(fits)
    this.#waiting = this.#waiting.filter((waiting) => !settled.includes(waiting))
    for (const { settle } of settled) settle(isReached)
  }
}
