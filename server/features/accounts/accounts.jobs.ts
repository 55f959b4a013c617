/** Deletes expired rows and updates the member counts. */
import type { Blobs } from '#server/platform/blobs.ts'
import { deleteForgotten } from '#server/platform/session/attempts.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { deleteExpired } from './auth/accounts.sql.ts'
import { sendTrial, type TrialAsked } from './invitations/trials.actions.ts'
import { deleteDue, makeExport, sweepExports, type Leaving } from './personal-data/own-data.actions.ts'
import { sendReset } from './sign-in/passwords.actions.ts'
import { alertOfGuesses, type Slowed } from './auth/sign-in-limits.ts'

const accountJobs = {
  'accounts:sweep': async ({ pool }: JobTools) => {
    await pool.query(deleteExpired)
    await pool.query(deleteForgotten)
  },
  'accounts:count-members': async ({ pool }: JobTools) => void (await pool.query('select refresh_member_counts()')),
}

/** Work done after the response, so that the response takes the same time for every address. */
export const makeAccountJobs = (letterhead: Leaving & { blobs: Blobs }): Jobs => ({
  ...accountJobs,
  'accounts:forgot-password': (tools: JobTools, asked: { email: string; next?: string }) =>
    sendReset(tools, asked, letterhead),
  'accounts:sign-in-slowed': (tools: JobTools, asked: Slowed) => alertOfGuesses(tools, asked, letterhead),
  'accounts:send-trial': (tools: JobTools, asked: TrialAsked) => sendTrial(tools, asked, letterhead),
  'accounts:export': (tools: JobTools, asked: { id: number }) => makeExport(tools, asked, letterhead),
  'accounts:sweep-exports': (tools: JobTools) => sweepExports(tools, letterhead.blobs),
  'accounts:delete-due': (tools: JobTools) => deleteDue(tools, letterhead),
})
