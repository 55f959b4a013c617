import { defineFeature } from '#server/platform/feature.ts'
import { memberDesk } from './staff-members.access.ts'
import { staffMemberActions } from './staff-members.actions.ts'
import { staffMemberJobs } from './staff-members.jobs.ts'
import { staffMemberReads } from './staff-members.reads.ts'
import { staffMemberPersonalData } from './personal-data.ts'

export { restore, signOut, suspend, type MemberDesk } from './staff-members.actions.ts'
export { selectAccountByEmail } from './staff-members.sql.ts'

export const staffMembersFeature = defineFeature({
  name: 'staff-members',
  level: 'top',
  reads: staffMemberReads,
  access: [memberDesk],
  personalData: staffMemberPersonalData,
  actions: ({ pool, bus, sessions, email }) => staffMemberActions({ pool, bus, forget: sessions.forget, ...email }),
  jobs: ({ email }) => staffMemberJobs(email),
  schedule: ['* * * * * staff-members:restore-due'],
})
