/** Moves follow-ups to the job queue: on every signal, and every second. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type pg from 'pg'
import { log } from '#server/platform/log/log.ts'
import type { Bus } from '#server/platform/signals/bus.ts'

const AT_ONCE = 500
const EVERY_MS = 1_000

/** In insertion order. A concurrent call takes other rows. */
const queue = statement(
  'queue-follow-ups',
  {},
  () => sql`
    with taken as (
      delete from follow_ups
      where id = any(array(select id from follow_ups order by id limit ${AT_ONCE} for update skip locked))
      returning id, task, payload),
    specified as (
      select array_agg(row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec order by id) as jobs
      from taken)
    select (select count(*) from graphile_worker.add_jobs(s.jobs))::integer as queued
    from specified s where s.jobs is not null`,
)

/** Returns the number of follow-ups queued. */
export async function queueFollowUps(pool: pg.Pool): Promise<number> {
  let given = 0
  for (;;) {
    const { rows } = await pool.query<{ queued: number }>(queue())
    const queued = rows[0]?.queued ?? 0
    given += queued
    if (queued < AT_ONCE) return given
  }
}

/** Runs until the returned function is called. */
export function watchFollowUps(pool: pg.Pool, bus: Bus): () => void {
  let isUnderWay = false
  let isAsked = false
  let isOver = false
  // Log once per outage: it retries every second.
  let isTold = false
  const look = async () => {
    isAsked = true
    if (isUnderWay) return
    isUnderWay = true
    while (isAsked && !isOver) {
      isAsked = false
      await queueFollowUps(pool).then(
        () => (isTold = false),
        (error: unknown) => {
          if (!isTold && !isOver) log.error({ error }, 'what follows could not be given to the queue')
          isTold = true
        },
      )
    }
    isUnderWay = false
  }
  bus.onSignal(() => void look())
  const timer = setInterval(() => void look(), EVERY_MS)
  void look()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
