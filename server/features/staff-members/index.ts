export { restore, signOut, staffMemberActions, suspend, type MemberDesk } from './staff-members.actions.ts'
export { staffMemberJobs } from './staff-members.jobs.ts'
export { staffMemberReads } from './staff-members.reads.ts'
export { selectAccountByEmail } from './staff-members.sql.ts'
