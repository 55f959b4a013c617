/** Waits for the database, announces this version, and migrates. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError, type Config } from '#server/config.ts'
import { log } from '#server/platform/log/log.ts'
import { prepareJobs } from './job-tables.ts'
import { announceVersion } from './live-versions.ts'
import { migrate, newestMigration } from './migrations.ts'
import { refuseUnfinishedMove } from './unfinished-move.ts'

const READY_WITHIN_MS = 30_000
const CONNECT_WITHIN_MS = 5_000
const CONTRACT_EVERY_MS = 15_000

/** Returns what ends all of it, and then calls `close`. */
export async function prepareSchema(
  connection: pg.ClientConfig,
  config: Config,
  close: () => Promise<void>,
): Promise<() => Promise<void>> {
  const until = Date.now() + (config.embedded ? READY_WITHIN_MS : CONNECT_WITHIN_MS)
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_WITHIN_MS })
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
    // Before the migrations: a newer server that starts meanwhile must know of this one.
    const version = await announceVersion(connection, newestMigration())
    try {
      await refuseUnfinishedMove(client)
      const waiting = await migrate(client)
      const contracts = waiting.length > 0 ? contractLater(connection) : undefined
      await prepareJobs(connection)
      return async () => {
        contracts?.close()
        await version.close()
        await close()
      }
    } catch (error) {
      await version.close()
      throw error
    } finally {
      await client.end()
    }
  }
}

/** Tries again until the last older server has stopped. */
function contractLater(connection: pg.ClientConfig) {
  log.warn({}, 'migrations wait until no older server runs')
  const timer = setInterval(() => {
    void (async () => {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      try {
        await client.connect()
        if ((await migrate(client)).length === 0) clearInterval(timer)
      } catch (error) {
        log.error({ error }, 'migrations that waited failed')
      } finally {
        await client.end().catch(() => {})
      }
    })()
  }, CONTRACT_EVERY_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
