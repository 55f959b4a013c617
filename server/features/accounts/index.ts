import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { LEGAL_PATHS } from '#shared/legal-documents.ts'
import { STEP_PATHS, TOPICS_PATH } from '#shared/onboarding.ts'
import { ROUTES } from '#shared/routes.ts'
import { makeAccessTokens } from '#server/platform/session/access-tokens.ts'
import { registerMcpRoutes } from './access-tokens/mcp.routes.ts'
import { accounts } from './accounts.access.ts'
import { makeAccountJobs } from './accounts.jobs.ts'
import { accountReads } from './accounts.reads.ts'
import { registerAccountRoutes } from './accounts.routes.ts'
import type { AuthContext } from './auth/auth-context.ts'
import { makeAuthContext } from './auth/make-auth-context.ts'
import { findSetup } from './first-owner/first-owner.actions.ts'
import { importMembers } from './invitations/imports.actions.ts'
import { findInvitation } from './invitations/invitations.actions.ts'
import { findTrial } from './invitations/trials.actions.ts'
import { generateLPlusToken, type LPlus } from './lplus.actions.ts'
import { accountPersonalData } from './personal-data.ts'
import { cancelEmailChange, changeEmail } from './personal-data/emails.actions.ts'
import { updatePassword } from './sign-in/passwords.actions.ts'

export { importMembers }
export { inviteToTeam } from './invitations/invitations.actions.ts'
export { newSetupLink } from './first-owner/first-owner.actions.ts'
export { insertStaff } from './auth/accounts.sql.ts'
export { personOf } from './auth/security-alerts.ts'
export { hashOf, isToken } from './auth/tokens.ts'
export { listEnabledProviders } from './single-sign-on/single-sign-on.actions.ts'
export { onBehalf } from './on-behalf/on-behalf.actions.ts'

const PAGES_OF_JOINING: readonly string[] = [...Object.values(STEP_PATHS), ...Object.values(LEGAL_PATHS), TOPICS_PATH]

/** Data for pages opened by links in emails. An invitation to a trial leads to the first onboarding step. */
const accountLinks = (tools: AuthContext) => ({
  '/invite/': (token: string) => findInvitation(tools, token),
  '/onboarding/': async (token: string) =>
    PAGES_OF_JOINING.includes(`${ROUTES.onboarding}/${token}`) || findInvitation(tools, token),
  '/setup/': (token: string) => findSetup(tools, token),
  '/trial/': (code: string) => findTrial(tools, code),
})

const lplusOf = ({ config }: AppContext): LPlus | undefined =>
  config.LPLUS_URL && config.LPLUS_SECRET ? { url: config.LPLUS_URL, secret: config.LPLUS_SECRET } : undefined

export const accountsFeature = defineFeature({
  name: 'accounts',
  level: 'ground',
  besides: ['networks'],
  reads: accountReads,
  access: [accounts],
  personalData: accountPersonalData,
  services: makeAuthContext,
  actions: (context, tools) => ({
    updatePassword: (call: Call<never>) => updatePassword(tools, call),
    updatePrimaryEmail: (call: Call<never>) => changeEmail(tools, call, 'primary'),
    updateSecondaryEmail: (call: Call<never>) => changeEmail(tools, call, 'secondary'),
    cancelEmailChange: (call: Call<never>) => cancelEmailChange(tools, call),
    generateLPlusToken: (call: Call<never>) => generateLPlusToken(tools, lplusOf(context), call),
  }),
  jobs: ({ email, blobs, sessions, personalData }) => makeAccountJobs({ ...email, blobs, sessions, personalData }),
  schedule: [
    '7 * * * * accounts:sweep',
    '12 * * * * accounts:sweep-exports',
    '22 * * * * accounts:delete-due',
    '*/10 * * * * accounts:count-members',
  ],
  routes: (app, { auth, blobs, config, pool, run, email }, tools) => {
    registerAccountRoutes(app, tools, {
      auth,
      blobs,
      callsPrivateProviders: config.SINGLE_SIGN_ON_TO_PRIVATE === 'on',
    })
    registerMcpRoutes(app, { accessTokens: makeAccessTokens(pool), run, publicUrl: email.publicUrl })
  },
  links: (_context, tools) => accountLinks(tools),
  imports: ({ pool, bus, email }) => ({
    members: (order) => importMembers(pool, bus, { ...order, letterhead: email }),
  }),
})
