import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { workPersonalData } from './personal-data.ts'
import { workDesk } from './staff-work.access.ts'
import { assignWork } from './staff-work.actions.ts'
import { workReads } from './staff-work.reads.ts'
import { sweepAssignments } from './staff-work.sql.ts'

/** What waits for staff, from whichever feature it waits in, and whose it is. */
export const workFeature = defineFeature({
  name: 'staff-work',
  level: 'top',
  besides: ['moderation', 'approvals'],
  reads: workReads,
  access: [workDesk],
  personalData: workPersonalData,
  actions: ({ pool, run }) => ({ assignWork: (call: Call<never>) => assignWork({ pool, run }, call) }),
  jobs: () => ({ 'staff-work:sweep': async ({ pool }: JobTools) => void (await pool.query(sweepAssignments())) }),
  schedule: ['47 4 * * * staff-work:sweep'],
})
