/** Background work by graphile-worker in the same database. */
import { run, type Runner } from 'graphile-worker'
import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'

const AT_ONCE = 2

export type Jobs = Readonly<Record<string, (pool: pg.Pool) => Promise<unknown>>>

/** Starts the worker; `schedule` is crontab text. */
export async function startJobs(options: {
  connection: pg.ClientConfig
  pool: pg.Pool
  jobs: Jobs
  schedule: string
  metrics: Metrics
}): Promise<Runner> {
  const { connection, pool, jobs, schedule, metrics } = options
  const { default: pg } = await import('pg')
  const pgPool = new pg.Pool({ ...connection, max: AT_ONCE + 2, application_name: 'counterpart jobs' })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const taskList = Object.fromEntries(
    Object.entries(jobs).map(([task, work]) => [
      task,
      async () => {
        try {
          await work(pool)
          metrics.jobs.inc({ task, outcome: 'done' })
        } catch (error) {
          metrics.jobs.inc({ task, outcome: 'failed' })
          log.error({ error, task }, 'job failed')
          throw error
        }
      },
    ]),
  )
  const { Logger } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
  })
  const runner = await run({ pgPool, taskList, crontab: schedule, concurrency: AT_ONCE, noHandleSignals: true, logger })
  // Not at its event "stop", which comes while it still asks for connections.
  void runner.promise.catch(() => undefined).then(() => pgPool.end())
  return runner
}
