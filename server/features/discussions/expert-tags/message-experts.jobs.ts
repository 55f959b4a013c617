import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { checkCounters } from '#server/features/discussions/check-counters.ts'

const mentions = {
  name: 'experts' as const,
  selectNext: statement(
    'select-next-experts',
    { after: 'bigint', limit: 'bigint' },
    (p) => sql`select id from experts where id > ${p.after} order by id limit ${p.limit}`,
  ),
  selectDrifted: statement(
    'select-drifted-experts',
    { ids: 'bigint[]' },
    (p) => sql`select drifted_experts(${p.ids}) as id`,
  ),
  refresh: statement('refresh-drifted-experts', { ids: 'bigint[]' }, (p) => sql`select refresh_experts(${p.ids})`),
}

export const messageExpertJobs = {
  /** The mentions of every expert. */
  'discussions:check-experts': ({ pool }: JobTools) => checkCounters(pool, mentions),
}
