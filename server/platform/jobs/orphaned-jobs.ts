/**
 * Jobs whose worker died. A worker that is killed leaves its job locked, and by itself the queue gives it back after four
 * hours. Here each pool of workers that lives holds an advisory lock under its name, which the database takes away with
 * its connection: what is locked by a name that nobody holds is free at once.
 */
import pg from 'pg'
import type { Runner, RunnerOptions } from 'graphile-worker'
import { log } from '#server/platform/log/log.ts'

const EVERY_MS = 15_000
const AGAIN_MS = 500
/** A worker has its first job a moment before its name is held. */
const YOUNG_SECONDS = 10

const HELD = `select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())
  and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended(j.locked_by, 0)`
export const releaseOrphanedJobs = `
  select graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by from graphile_worker._private_jobs j
    where j.locked_at < now() - interval '${YOUNG_SECONDS} seconds' and not exists (${HELD})))`

const HOLD = 'select pg_advisory_lock_shared(hashtextextended($1, 0))'

/** Holds the names of these workers, and frees what others left behind, until the answer is called. */
export function scheduleOrphanRelease(connection: pg.ClientConfig, events: NonNullable<RunnerOptions['events']>) {
  const names = new Set<string>()
  let client: pg.Client | undefined
  let isOver = false

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({ ...connection, application_name: 'counterpart job locks' })
    // Anyone who looks next must find the names held again, or what these workers do is given away.
    const lost = () => {
      if (client !== made) return
      client = undefined
      void hold()
    }
    made.on('error', lost)
    made.on('end', lost)
    try {
      await made.connect()
      for (const name of names) await made.query(HOLD, [name])
      return made
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
  }

  async function hold(): Promise<void> {
    if (isOver) return
    try {
      client ??= await connect()
      await client.query(releaseOrphanedJobs)
    } catch (error) {
      log.warn({ error }, 'jobs of dead workers could not be freed')
      setTimeout(() => void hold(), AGAIN_MS).unref()
    }
  }

  // Jobs are locked in the name of the pool, not of the worker in it that does them.
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id)
    void client?.query(HOLD, [workerPool.id]).catch(() => {})
  })
  const clock = setInterval(() => void hold(), EVERY_MS)
  clock.unref()
  return {
    hold,
    stop: async (runner: Pick<Runner, 'promise'>) => {
      await runner.promise.catch(() => undefined)
      isOver = true
      clearInterval(clock)
      await client?.end().catch(() => {})
    },
  }
}
