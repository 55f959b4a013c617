import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { DoorTools } from './doors.ts'
import { cancelEmailChange, changeEmail } from './emails.actions.ts'
import { generateLPlusToken, type LPlus } from './lplus.actions.ts'
import { updatePassword } from './passwords.actions.ts'

export { doorJobs } from './accounts.jobs.ts'
export { accountReads } from './accounts.reads.ts'
export { registerAccountRoutes, xsrfCookie } from './accounts.routes.ts'
export { inviteToTeam } from './invitations.actions.ts'
export { importMembers } from './imports.actions.ts'
export { insertStaff } from './accounts.sql.ts'
export { personOf } from './alerts.ts'
export { hashOf, isToken } from './tokens.ts'

export const accountActions = (tools: DoorTools, lplus: LPlus | undefined): Actions => ({
  updatePassword: (call: Call<never>) => updatePassword(tools, call),
  updatePrimaryEmail: (call: Call<never>) => changeEmail(tools, call, 'primary'),
  updateSecondaryEmail: (call: Call<never>) => changeEmail(tools, call, 'secondary'),
  cancelEmailChange: (call: Call<never>) => cancelEmailChange(tools, call),
  generateLPlusToken: (call: Call<never>) => generateLPlusToken(tools, lplus, call),
})
