/** Background jobs with graphile-worker in the same database. */
import { EventEmitter } from 'node:events'
import { Logger, run, runOnce, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import { requestIdFrom, withRequestId } from '#server/platform/log/request-id.ts'
import { traced } from '#server/platform/log/tracing.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { queueFollowUps, watchFollowUps } from './follow-ups.ts'
import { scheduleOrphanRelease } from './orphaned-jobs.ts'
import { reconnectingPool } from './reconnecting-pool.ts'

const AT_ONCE = 2

export interface JobTools {
  pool: pg.Pool
  bus: Bus
}
/** `payload` is what was enqueued with the job; a scheduled job has none. A job that throws is retried. */
export type Jobs = Readonly<Record<string, (tools: JobTools, payload: never) => Promise<unknown>>>

interface Options extends JobTools {
  connection: pg.ClientConfig
  jobs: Jobs
  metrics: Metrics
}

function taskListOf({ pool, bus, jobs, metrics }: Options): TaskList {
  const run = async (task: string, payload: object) => {
    try {
      await traced('job', task, () => jobs[task]!({ pool, bus }, payload as never))
      metrics.jobs.inc({ task, outcome: 'done' })
    } catch (error) {
      metrics.jobs.inc({ task, outcome: 'failed' })
      log.error({ error, task }, 'job failed')
      throw error
    }
  }
  return Object.fromEntries(
    Object.keys(jobs).map((task) => [
      task,
      (given: unknown) => {
        const { request_id, ...payload } = (given ?? {}) as { request_id?: unknown }
        // A scheduled job begins an id of its own.
        return withRequestId(requestIdFrom(request_id), () => run(task, payload))
      },
    ]),
  )
}

/** Only failures are logged; completed jobs are counted. */
const logger = new Logger(() => (level, _message, meta) => {
  if (level === 'error') log.error({ error: meta?.['error'] }, 'the job worker failed')
})
/** By default the worker deletes a completed job without awaiting it. In batches it does so before it ends. */
const ENDS_COMPLETE = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Runs all due jobs and resolves when none is left. For tests, where no worker runs. */
export async function runDueJobs(options: Options): Promise<void> {
  await queueFollowUps(options.pool)
  do {
    await runOnce({
      pgPool: options.pool,
      preset: ENDS_COMPLETE,
      taskList: taskListOf(options),
      noHandleSignals: true,
      logger,
    })
  } while ((await queueFollowUps(options.pool)) > 0)
}

/** Starts the worker; `schedule` is crontab text. */
export async function startJobs(options: Options & { schedule: string }): Promise<Runner> {
  const { connection, schedule } = options
  const pgPool = reconnectingPool({ ...connection, max: AT_ONCE + 2, application_name: 'counterpart jobs' })
  const events = new EventEmitter() as WorkerEvents
  const orphans = scheduleOrphanRelease(connection, events)
  await orphans.hold()
  const runner = await run({
    pgPool,
    events,
    taskList: taskListOf(options),
    crontab: schedule,
    concurrency: AT_ONCE,
    noHandleSignals: true,
    logger,
  })
  void orphans.stop(runner)
  const end = watchFollowUps(options.pool, options.bus)
  // Not on the "stop" event: it fires while the worker still requests connections.
  void runner.promise
    .catch(() => undefined)
    .then(end)
    .then(() => pgPool.end())
  return runner
}
