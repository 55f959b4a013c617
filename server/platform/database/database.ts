/** Opens the database, embedded or at DATABASE_URL, migrates it and creates one pool per workload. */
import pg from 'pg'
import { SEARCH_MS } from '#shared/search.ts'
import type { Config } from '#server/config.ts'
import { closeDataFolder } from '#server/platform/private-files.ts'
import { hasDatabaseOfOther, startEmbedded } from './embedded.ts'
import { lockFolder } from './lock.ts'
import { prepareSchema } from './prepare-schema.ts'
import { Replica } from './replica/replica.ts'
import { noteWrites, readFromReplica, type ReadSource } from './replica/replica-pools.ts'
import { sendTogether } from './send-together.ts'
import type { Query } from './statement.ts'

const STATEMENT_TIMEOUT_MS = 10_000
const AUTH_POOL = 2
const CONNECT_TIMEOUT_MS = 5_000

// Ids are JSON numbers and stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// The type definitions include only single values, not arrays.
const INT4_LIST = 1007 as never
const INT8_LIST = 1016 as never
pg.types.setTypeParser(INT8_LIST, pg.types.getTypeParser(INT4_LIST))

export interface Database {
  /** Named statements of default shapes, planned once per connection. Those asked at once share a connection. */
  hot: pg.Pool
  /** Searches and filtered lists, planned for their values on every call. */
  search: pg.Pool
  write: pg.Pool
  /** For better-auth, which compares ids as strings. */
  auth: pg.Pool
  /** Where `hot` and `search` read from, if DATABASE_READ_URL is set. */
  replica: Replica | undefined
  replicaReads: Readonly<Record<ReadSource, number>>
  /** Opens every connection of these pools, also to the replica, and runs the queries on each, one at a time. */
  warm(queries: Readonly<Record<'hot' | 'write', readonly Query[]>>): Promise<void>
  /** Opens a dedicated connection for LISTEN. */
  connect(): Promise<pg.Client>
  connection: pg.ClientConfig
  close(): Promise<void>
}

type Notice = (line: string) => void

/** Opens and migrates the database. Throws a StartError that says what to do if that fails. */
export async function openDatabase(config: Config, notice: Notice = () => {}): Promise<Database> {
  const unlock = config.embedded ? await lockFolder(config.dataDir, { notice }) : () => {}
  try {
    const embedded = config.embedded ? await startEmbedded(config.dataDir, notice) : undefined
    if (!embedded)
      closeDataFolder(config.dataDir, { except: ['postgres'], isPassed: hasDatabaseOfOther(config.dataDir) })
    const connection: pg.ClientConfig = embedded
      ? { host: embedded.host, user: embedded.user, database: embedded.database }
      : { connectionString: config.DATABASE_URL }
    const close = async () => {
      await embedded?.stop()
      unlock()
    }
    try {
      return openPools(config, connection, await prepareSchema(connection, config, close))
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A pool of connections with these settings. */
function makePool(from: pg.ClientConfig, max: number, settings = ''): pg.Pool {
  const made = new pg.Pool({
    ...from,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    application_name: 'counterpart',
    options: `-c timezone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS} -c idle_in_transaction_session_timeout=30s ${settings}`,
  })
  // The pool replaces a connection that the database closes while it is idle. Do not crash the process.
  made.on('error', () => {})
  // If the connection is in use, the statement fails with the same error.
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

function openPools(config: Config, connection: pg.ClientConfig, close: () => Promise<void>): Database {
  const readOnly = '-c default_transaction_read_only=on -c jit=off'
  // The data that hot statements read is in memory. With these costs the planner uses indexes on small tables instead
  // of sequential scans (5 % faster).
  const cached = '-c random_page_cost=0.1 -c seq_page_cost=0.1'
  const openReads = (from: pg.ClientConfig = connection) => {
    const settings = `${readOnly} ${cached} -c plan_cache_mode=force_generic_plan`
    const hot = makePool({ ...from, pipeline: true }, config.DATABASE_POOL, settings)
    sendTogether(hot)
    const search = makePool(
      from,
      config.DATABASE_SEARCH_POOL,
      `${readOnly} -c plan_cache_mode=force_custom_plan -c statement_timeout=${SEARCH_MS}`,
    )
    return { hot, search }
  }
  const { hot, search } = openReads()
  const write = makePool(connection, config.DATABASE_WRITE_POOL)
  const replicaReads = { primary: 0, replica: 0 }
  const replica = openReplica(config, connection, { hot, search, write }, { openReads, reads: replicaReads })
  const types = {
    getTypeParser: (oid: number, format?: 'text') =>
      oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format),
  }
  const auth = makePool({ ...connection, types: types as pg.CustomTypesConfig }, AUTH_POOL)
  return {
    hot,
    search,
    write,
    auth,
    replica: replica?.replica,
    replicaReads,
    connection,
    warm: async ({ hot: reads, write: writes }) => {
      await warmPool(hot, reads)
      // This pool does not force generic plans: PostgreSQL considers one after five plans for the values.
      for (let run = 0; run <= 5; run++) await warmPool(write, writes)
      // Last, because it may be away.
      if (replica) await warmPool(replica.hot, reads)
    },
    connect: async () => {
      const client = new pg.Client({ ...connection, application_name: 'counterpart listener', keepAlive: true })
      await client.connect()
      return client
    },
    close: async () => {
      await replica?.close()
      await Promise.all([hot.end(), search.end(), write.end(), auth.end()])
      await close()
    },
  }
}

/** One query at a time, so that it takes no more than one processor from those who are served. */
async function warmPool(pool: pg.Pool, queries: readonly Query[]): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()))
  const clients = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const client of clients) for (const query of queries) await client.query(query)
  } finally {
    for (const client of clients) client.release()
  }
  for (const each of opened) if (each.status === 'rejected') throw each.reason
}

type Pools = Pick<Database, 'hot' | 'search' | 'write'>

function openReplica(
  { DATABASE_READ_URL }: Config,
  primary: pg.ClientConfig,
  pools: Pools,
  from: { openReads: (from: pg.ClientConfig) => Omit<Pools, 'write'>; reads: Record<ReadSource, number> },
) {
  if (DATABASE_READ_URL === undefined) return undefined
  // A connection of a replica that hangs is given up.
  const connection = { connectionString: DATABASE_READ_URL, query_timeout: STATEMENT_TIMEOUT_MS }
  const replica = new Replica(primary, connection)
  const { hot, search } = from.openReads(connection)
  const count = (source: ReadSource) => void (from.reads[source] += 1)
  readFromReplica(pools.hot, { pool: hot, replica, count })
  readFromReplica(pools.search, { pool: search, replica, count })
  noteWrites(pools.write, replica)
  const close = async () => {
    replica.close()
    await Promise.all([hot.end(), search.end()])
  }
  return { replica, hot, close }
}
