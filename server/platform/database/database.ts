/** Opens the database, embedded or at DATABASE_URL, migrates it and creates one pool per workload. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SEARCH_MS } from '#shared/search.ts'
import { StartError, type Config } from '#server/config.ts'
import { closeDataFolder } from '#server/platform/private-files.ts'
import { startEmbedded } from './embedded.ts'
import { lockFolder } from './lock.ts'
import { prepareJobs } from './job-tables.ts'
import { migrate } from './migrations.ts'

const READY_WITHIN_MS = 30_000
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
  /** Named statements of default shapes, planned once per connection. */
  hot: pg.Pool
  /** Searches and filtered lists, planned for their values on every call. */
  search: pg.Pool
  write: pg.Pool
  /** For better-auth, which compares ids as strings. */
  auth: pg.Pool
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
    if (!embedded) closeDataFolder(config.dataDir, { except: ['postgres'] })
    const connection: pg.ClientConfig = embedded
      ? { host: embedded.host, user: embedded.user, database: embedded.database }
      : { connectionString: config.DATABASE_URL }
    const close = async () => {
      await embedded?.stop()
      unlock()
    }
    try {
      await waitAndMigrate(connection, config)
    } catch (error) {
      await close()
      throw error
    }
    return openPools(config, connection, close)
  } catch (error) {
    unlock()
    throw error
  }
}

function openPools(config: Config, connection: pg.ClientConfig, close: () => Promise<void>): Database {
  const pool = (max: number, settings: string, from: pg.ClientConfig = connection) => {
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
  const readOnly = '-c default_transaction_read_only=on -c jit=off'
  // The data that hot statements read is in memory. With these costs the planner uses indexes on small tables instead
  // of sequential scans (5 % faster).
  const cached = '-c random_page_cost=0.1 -c seq_page_cost=0.1'
  const hot = pool(config.DATABASE_POOL, `${readOnly} ${cached} -c plan_cache_mode=force_generic_plan`)
  const search = pool(
    config.DATABASE_SEARCH_POOL,
    `${readOnly} -c plan_cache_mode=force_custom_plan -c statement_timeout=${SEARCH_MS}`,
  )
  const write = pool(config.DATABASE_WRITE_POOL, '')
  const types = {
    getTypeParser: (oid: number, format?: 'text') =>
      oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format),
  }
  const auth = pool(AUTH_POOL, '', { ...connection, types: types as pg.CustomTypesConfig })
  return {
    hot,
    search,
    write,
    auth,
    connection,
    connect: async () => {
      const client = new pg.Client({ ...connection, application_name: 'counterpart listener', keepAlive: true })
      await client.connect()
      return client
    },
    close: async () => {
      await Promise.all([hot.end(), search.end(), write.end(), auth.end()])
      await close()
    },
  }
}

async function waitAndMigrate(connection: pg.ClientConfig, config: Config) {
  const until = Date.now() + (config.embedded ? READY_WITHIN_MS : CONNECT_TIMEOUT_MS)
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      if (Date.now() < until) {
        await sleep(config.embedded ? 15 : 250)
        continue
      }
      throw new StartError(
        config.embedded
          ? `The embedded database didn’t respond within ${READY_WITHIN_MS / 1000} seconds. See its log: ${config.dataDir}/postgres.log.`
          : `The database at DATABASE_URL isn’t responding (${(error as Error).message}). Check that it’s running and that the address, user, and password are correct.`,
      )
    }
    try {
      await migrate(client)
      return await prepareJobs(connection)
    } finally {
      await client.end()
    }
  }
}
