import { defineFeature } from '#server/platform/feature.ts'
import { jobDesk } from './jobs.access.ts'
import { jobActions } from './jobs.actions.ts'
import { jobReads } from './jobs.reads.ts'

/** Background jobs and the state of the installation, for staff. */
export const jobsFeature = defineFeature({
  name: 'jobs',
  level: 'top',
  reads: jobReads,
  access: [jobDesk],
  actions: ({ pool, bus }) => jobActions({ pool, bus }),
})
