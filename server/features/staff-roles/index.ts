import { defineFeature } from '#server/platform/feature.ts'
import { staffRolePersonalData } from './personal-data.ts'
import { roleDesk } from './staff-roles.access.ts'
import { staffRoleActions } from './staff-roles.actions.ts'
import { staffRoleJobs } from './staff-roles.jobs.ts'
import { staffRoleReads } from './staff-roles.reads.ts'

export { lockOwners } from './staff-roles.sql.ts'

export const staffRolesFeature = defineFeature({
  name: 'staff-roles',
  level: 'top',
  reads: staffRoleReads,
  access: [roleDesk],
  personalData: staffRolePersonalData,
  actions: ({ pool, bus, sessions, email }) => staffRoleActions({ pool, bus, forget: sessions.forget, ...email }),
  jobs: () => staffRoleJobs,
  schedule: ['* * * * * staff-roles:end-due'],
})
