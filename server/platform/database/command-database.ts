/** How commands use the database while a server runs: the embedded one is started only if no server has done so. */
import pg from 'pg'
import { StartError, type Config } from '#server/config.ts'
import { openDatabase } from './database.ts'
import { runningSocket } from './embedded.ts'
import { isFolderLocked } from './lock.ts'

export interface CommandDatabase {
  pool: pg.Pool
  connection: pg.ClientConfig
  close(): Promise<void>
}

/** Changes nothing in a running community: no migration runs, and what a server started stays running. */
export async function openForCommand(config: Config, notice: (line: string) => void): Promise<CommandDatabase> {
  if (config.embedded && !isFolderLocked(config.dataDir)) {
    const database = await openDatabase(config, notice)
    return { pool: database.write, connection: database.connection, close: () => database.close() }
  }
  const connection: pg.ClientConfig = config.embedded
    ? { host: runningSocket(config.dataDir), user: 'postgres', database: 'postgres' }
    : { connectionString: config.DATABASE_URL }
  const pool = new pg.Pool({
    ...connection,
    max: 4,
    application_name: 'counterpart command',
    options: '-c timezone=UTC',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query('select 1').catch((error: Error) => {
    throw new StartError(`The database isn’t responding (${error.message}). Start it, then run this again.`)
  })
  return { pool, connection, close: () => pool.end() }
}
