/** Security events are deleted after a set number of days. */
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { sweepSecurityEvents } from './security-events.ts'

export const auditJobs = (days: number): Jobs => ({
  'audit:sweep': ({ pool }: JobTools) => sweepSecurityEvents(pool, days),
})
