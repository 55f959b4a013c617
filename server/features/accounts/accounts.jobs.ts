/** Sweeps what has expired and keeps the counts of members. */
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { deleteExpired } from './accounts.sql.ts'
import { sendTrial, type TrialAsked } from './invitations.actions.ts'
import { sendReset, type Letterhead } from './passwords.actions.ts'

export const accountJobs = {
  'accounts:sweep': async ({ pool }: JobTools) => void (await pool.query(deleteExpired)),
  'accounts:count-members': async ({ pool }: JobTools) => void (await pool.query('select refresh_member_counts()')),
}

/** What is done after the answer, so that the answer takes the same for every address. */
export const doorJobs = (letterhead: Letterhead): Jobs => ({
  'accounts:forgot-password': (tools: JobTools, asked: { email: string }) => sendReset(tools, asked, letterhead),
  'accounts:send-trial': (tools: JobTools, asked: TrialAsked) => sendTrial(tools, asked, letterhead),
})
