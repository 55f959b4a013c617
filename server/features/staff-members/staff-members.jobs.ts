/** Restores accounts whose suspension has expired, and notifies members that staff viewed the community as them. */
import type { EmailContext } from '#server/platform/app-context.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { sweepExports } from './export/member-exports.sql.ts'
import { notifyViewedMembers } from './impersonation/impersonation.actions.ts'
import { restore } from './staff-members.actions.ts'
import { selectDueSuspensions } from './staff-members.sql.ts'

export const staffMemberJobs = (letterhead: EmailContext): Jobs => ({
  'staff-members:restore-due': async ({ pool, bus }: JobTools) => {
    const { rows } = await pool.query<{ user_id: number }>(selectDueSuspensions())
    // Servers do not cache sessions of suspended members, so there is nothing to drop.
    const desk = { ...letterhead, pool, bus, forget: () => {} }
    for (const { user_id } of rows) await restore(desk, null, user_id, 'if due')
  },
  'staff-members:sweep-exports': ({ pool }: JobTools) => pool.query(sweepExports()),
  'staff-members:notify-viewed': ({ pool, bus }: JobTools) => notifyViewedMembers({ ...letterhead, pool, bus }),
})
