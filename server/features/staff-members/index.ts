import { defineFeature } from '#server/platform/feature.ts'
import { memberDesk } from './staff-members.access.ts'
import { staffMemberActions } from './staff-members.actions.ts'
import { staffMemberJobs } from './staff-members.jobs.ts'
import { staffMemberReads } from './staff-members.reads.ts'
import { staffMemberPersonalData } from './personal-data.ts'
import { impersonation } from './impersonation/impersonation.access.ts'
import { impersonationActions } from './impersonation/impersonation.actions.ts'
import { bulkSuspensionActions } from './bulk-suspension.actions.ts'
import { memberExports } from './export/member-exports.access.ts'
import { memberExportActions } from './export/member-exports.actions.ts'
import { registerMemberExports } from './export/member-exports.routes.ts'
import { memberTermActions } from './member-terms.actions.ts'
import { endMembershipActions } from './sync/end-memberships.actions.ts'
import { registerMemberSync } from './sync/member-sync.routes.ts'
import { mergeActions } from './merge.actions.ts'
import { noteActions } from './notes.actions.ts'
import { requestActions } from './requests.actions.ts'
import { timeline } from './timeline/account-events.access.ts'

export { restore, signOut, suspend, type MemberDesk } from './staff-members.actions.ts'
export { selectAccountByEmail } from './staff-members.sql.ts'

export const staffMembersFeature = defineFeature({
  name: 'staff-members',
  level: 'top',
  besides: ['staff-roles'],
  reads: staffMemberReads,
  access: [memberDesk, timeline, impersonation, memberExports],
  personalData: staffMemberPersonalData,
  actions: ({ pool, bus, sessions, email, personalData }) => {
    const desk = { pool, bus, forget: sessions.forget, ...email }
    return {
      ...staffMemberActions(desk),
      ...bulkSuspensionActions(desk),
      ...endMembershipActions(desk),
      ...memberExportActions(desk),
      ...noteActions(desk),
      ...memberTermActions(desk),
      ...requestActions(desk),
      ...mergeActions({ ...desk, personalData }),
      ...impersonationActions(desk),
    }
  },
  jobs: ({ email }) => staffMemberJobs(email),
  routes: (app, context) => {
    const { pool, bus, sessions, email } = context
    registerMemberSync(app, sessions, { pool, bus, forget: sessions.forget, ...email })
    registerMemberExports(app, context)
  },
  schedule: [
    '* * * * * staff-members:restore-due',
    '* * * * * staff-members:notify-viewed',
    '52 * * * * staff-members:sweep-exports',
  ],
})
