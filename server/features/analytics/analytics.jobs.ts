/** Raw events are kept for a set number of days. Before they are deleted, the events of each day are counted. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'

const AT_ONCE = 20_000

/** Days that are over and have no sums yet. */
const insertDays = statement(
  'insert-analytics-days',
  {},
  () => sql`
    insert into analytics_days (day, key, num_of_events, num_of_members)
    select (e.received_at at time zone 'UTC')::date, e.key, count(*), count(distinct e.user_id) from analytics_events e
    where e.received_at < date_trunc('day', now(), 'UTC')
      and e.received_at >= coalesce((select (max(d.day) + 1)::timestamp at time zone 'UTC' from analytics_days d), '-infinity')
    group by 1, 2`,
)

const deleteEvents = statement(
  'delete-analytics-events',
  { days: 'integer', limit: 'integer' },
  (p) => sql`
    delete from analytics_events where insert_id in (
      select e.insert_id from analytics_events e
      where e.received_at < date_trunc('day', now(), 'UTC') - make_interval(days => ${p.days}) limit ${p.limit})`,
)

/** Resolves to the number of deleted events. */
async function sweep({ pool, bus }: JobTools, days: number): Promise<number> {
  await transaction(pool, bus, (tx) => tx.query(insertDays()))
  for (let deleted = 0; ;) {
    const { rowCount } = await pool.query(deleteEvents({ days, limit: AT_ONCE }))
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < AT_ONCE) return deleted
  }
}

export const analyticsJobs = (days: number): Jobs => ({ 'analytics:sweep': (tools: JobTools) => sweep(tools, days) })
