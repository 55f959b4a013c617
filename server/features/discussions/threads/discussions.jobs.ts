import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { checkCounters } from '#server/features/discussions/check-counters.ts'

const threads = {
  name: 'threads' as const,
  selectNext: statement(
    'select-next-threads',
    { after: 'bigint', limit: 'bigint' },
    (p) => sql`select id from threads where id > ${p.after} order by id limit ${p.limit}`,
  ),
  selectDrifted: statement(
    'select-drifted-threads',
    { ids: 'bigint[]' },
    (p) => sql`select drifted_threads(${p.ids}) as id`,
  ),
  refresh: statement('refresh-drifted-threads', { ids: 'bigint[]' }, (p) => sql`select refresh_threads(${p.ids})`),
}

export const discussionJobs = {
  /** What the feed knows of every thread. */
  'discussions:check-counters': ({ pool }: JobTools) => checkCounters(pool, threads),
}
