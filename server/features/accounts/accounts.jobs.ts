/** Sweeps what has expired and keeps the counts of members. */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { deleteExpired } from './accounts.sql.ts'

export const accountJobs = {
  'accounts:sweep': async ({ pool }: JobTools) => void (await pool.query(deleteExpired)),
  'accounts:count-members': async ({ pool }: JobTools) => void (await pool.query('select refresh_member_counts()')),
}
