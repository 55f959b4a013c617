import { readFileSync } from 'node:fs'
import { computed, define, one, page, value } from '#server/platform/graph/reads.ts'
import { sql, when } from '#server/platform/graph/sql.ts'
import { JOBS_PAGE } from '#shared/jobs.ts'
import { jobDesk } from './jobs.access.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const decided = one((_, { result }) => sql`select ${result} as id`)

export const jobReads = define({
  Query: {
    staff_jobs: page((_, { args, given }) => {
      const state = args['state']!
      const rows = sql`select j.* from ${jobDesk.staff_jobs} j where true ${when(given(state), () => sql`and j.state = ${state}`)}`
      return {
        rows,
        order: sql`array_position(array['failed', 'retrying', 'running', 'queued'], j.state), j.run_at, j.id`,
        limit: args['limit'],
        offset: args['offset'],
        cap: JOBS_PAGE,
        count: sql`select count(*)::integer from (${rows}) c`,
      }
    }),
    system_state: one(() => sql`select s.* from ${jobDesk.system_state} s`),
  },
  SystemState: {
    version: computed(['last_migration'], () => version),
    num_of_failed_jobs: value(
      () => sql`(select count(*)::integer from ${jobDesk.staff_jobs} j where j.state = 'failed')`,
    ),
  },
  Mutation: { retryJob: decided, removeJob: decided },
})
