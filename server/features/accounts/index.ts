import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { LEGAL_PATHS } from '#shared/legal-documents.ts'
import { STEP_PATHS, TOPICS_PATH } from '#shared/onboarding.ts'
import { ROUTES } from '#shared/routes.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { cancelEmailChange, changeEmail } from './personal-data/emails.actions.ts'
import { findInvitation } from './invitations/invitations.actions.ts'
import { generateLPlusToken, type LPlus } from './lplus.actions.ts'
import { updatePassword } from './sign-in/passwords.actions.ts'
import { findTrial } from './invitations/trials.actions.ts'

export { makeAccountJobs } from './accounts.jobs.ts'
export { accountReads } from './accounts.reads.ts'
export { registerAccountRoutes, xsrfCookie } from './accounts.routes.ts'
export { inviteToTeam } from './invitations/invitations.actions.ts'
export { importMembers } from './invitations/imports.actions.ts'
export { insertStaff } from './auth/accounts.sql.ts'
export { personOf } from './auth/security-alerts.ts'
export { hashOf, isToken } from './auth/tokens.ts'

const PAGES_OF_JOINING: readonly string[] = [...Object.values(STEP_PATHS), ...Object.values(LEGAL_PATHS), TOPICS_PATH]

/** What the links in mails open. An invitation to a trial leads to the first step of joining. */
export const accountLinks = (tools: AuthContext) => ({
  '/invite/': (token: string) => findInvitation(tools, token),
  '/onboarding/': async (token: string) =>
    PAGES_OF_JOINING.includes(`${ROUTES.onboarding}/${token}`) || findInvitation(tools, token),
  '/trial/': (code: string) => findTrial(tools, code),
})

export const accountActions = (tools: AuthContext, lplus: LPlus | undefined): Actions => ({
  updatePassword: (call: Call<never>) => updatePassword(tools, call),
  updatePrimaryEmail: (call: Call<never>) => changeEmail(tools, call, 'primary'),
  updateSecondaryEmail: (call: Call<never>) => changeEmail(tools, call, 'secondary'),
  cancelEmailChange: (call: Call<never>) => cancelEmailChange(tools, call),
  generateLPlusToken: (call: Call<never>) => generateLPlusToken(tools, lplus, call),
})
