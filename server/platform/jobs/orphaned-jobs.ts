/**
 * Releases jobs whose worker died. A killed worker leaves its job locked, and the queue releases it only after four
 * hours. Here each live worker pool holds an advisory lock for its name, which the database releases when the
 * connection closes: jobs locked by a name without an advisory lock are released at once.
 */
import pg from 'pg'
import type { Runner, RunnerOptions } from 'graphile-worker'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { log } from '#server/platform/log/log.ts'

const EVERY_MS = 15_000
const AGAIN_MS = 500
/** A worker may lock its first job shortly before its name is locked. */
const YOUNG_SECONDS = 10

const HELD = `select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())
  and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended(j.locked_by, 0)`
export const releaseOrphanedJobs = `
  select graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by from graphile_worker._private_jobs j
    where j.locked_at < now() - interval '${YOUNG_SECONDS} seconds' and not exists (${HELD})))`

const holdLock = statement(
  'hold-worker-lock',
  { name: 'text' },
  (p) => sql`select pg_advisory_lock_shared(hashtextextended(${p.name}, 0))`,
)

/** Holds the locks for these workers and releases jobs of dead ones until `stop` is called. */
export function scheduleOrphanRelease(connection: pg.ClientConfig, events: NonNullable<RunnerOptions['events']>) {
  const names = new Set<string>()
  let client: pg.Client | undefined
  let isOver = false

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({ ...connection, application_name: 'counterpart job locks' })
    // Reacquire the locks at once; otherwise another server would release the jobs of these workers.
    const lost = () => {
      if (client !== made) return
      client = undefined
      void hold()
    }
    made.on('error', lost)
    made.on('end', lost)
    try {
      await made.connect()
      for (const name of names) await made.query(holdLock({ name }))
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

  // Jobs are locked by the name of the pool, not of the worker in it that runs them.
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id)
    void client?.query(holdLock({ name: workerPool.id })).catch(() => {})
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
