import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** Not a running one: it would run twice at once. */
const IDLE = sql`j.locked_at is null`

export const retryJob = statement(
  'retry-job',
  { id: 'bigint' },
  (p) => sql`
    select r.task_id from graphile_worker.jobs j
    cross join lateral graphile_worker.reschedule_jobs(array[j.id], run_at => now(), attempts => 0) r
    where j.id = ${p.id} and ${IDLE}`,
)
export const selectTask = statement(
  'select-task-of-job',
  { id: 'bigint' },
  (p) => sql`select j.task_identifier as task from graphile_worker.jobs j where j.id = ${p.id} and ${IDLE}`,
)
export const removeJob = statement(
  'remove-job',
  { id: 'bigint' },
  (p) => sql`
    select r.id from graphile_worker.jobs j cross join lateral graphile_worker.complete_jobs(array[j.id]) r
    where j.id = ${p.id} and ${IDLE}`,
)
