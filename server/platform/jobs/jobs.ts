/** Background work by graphile-worker in the same database. */
import { run, runOnce, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Bus } from '#server/platform/signals/bus.ts'

const AT_ONCE = 2

export interface JobTools {
  pool: pg.Pool
  bus: Bus
}
/** `payload` is what was enqueued with the job; a scheduled one has none of ours. A job that throws is tried again. */
export type Jobs = Readonly<Record<string, (tools: JobTools, payload: never) => Promise<unknown>>>

interface Options extends JobTools {
  connection: pg.ClientConfig
  jobs: Jobs
  metrics: Metrics
}

function taskListOf({ pool, bus, jobs, metrics }: Options): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([task, work]) => [
      task,
      async (payload: unknown) => {
        try {
          await work({ pool, bus }, payload as never)
          metrics.jobs.inc({ task, outcome: 'done' })
        } catch (error) {
          metrics.jobs.inc({ task, outcome: 'failed' })
          log.error({ error, task }, 'job failed')
          throw error
        }
      },
    ]),
  )
}

/** Does what is due and resolves when nothing is left; for tests, where no worker runs. */
export const runDueJobs = (options: Options): Promise<void> =>
  runOnce({ pgPool: options.pool, taskList: taskListOf(options), noHandleSignals: true })

/** Starts the worker; `schedule` is crontab text. */
export async function startJobs(options: Options & { schedule: string }): Promise<Runner> {
  const { connection, schedule } = options
  const { default: pg } = await import('pg')
  const pgPool = new pg.Pool({ ...connection, max: AT_ONCE + 2, application_name: 'counterpart jobs' })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const { Logger } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
  })
  const runner = await run({
    pgPool,
    taskList: taskListOf(options),
    crontab: schedule,
    concurrency: AT_ONCE,
    noHandleSignals: true,
    logger,
  })
  // Not at its event "stop", which comes while it still asks for connections.
  void runner.promise.catch(() => undefined).then(() => pgPool.end())
  return runner
}
