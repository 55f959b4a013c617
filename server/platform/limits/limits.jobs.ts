import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { LIMIT_HITS_DAYS } from '#shared/limits.ts'
import { deleteOldHits } from './limits.sql.ts'

export const limitJobs: Jobs = {
  'limits:sweep': ({ pool }: JobTools) => pool.query(deleteOldHits({ days: LIMIT_HITS_DAYS })),
}
