import { defineFeature } from '#server/platform/feature.ts'
import { approvalDesk } from './approvals.access.ts'
import { approvalActions } from './approvals.actions.ts'
import { approvalReads } from './approvals.reads.ts'
import { approvalPersonalData } from './personal-data.ts'

export { approvalDesk }

export const approvalsFeature = defineFeature({
  name: 'approvals',
  level: 'top',
  reads: approvalReads,
  access: [approvalDesk],
  personalData: approvalPersonalData,
  actions: ({ pool, bus, run, email }) => approvalActions({ pool, bus, run, ...email }),
})
