import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { saveBillingDetails } from './billing-details.actions.ts'
import type { Billing } from './billing.ts'
import { taxOfTeam } from './invoice-papers.ts'
import { showInvoice } from './invoices.actions.ts'
import { registerInvoiceRoutes } from './invoices.routes.ts'
import * as actions from './membership.actions.ts'
import { membershipReads as reads } from './membership.reads.ts'
import { registerBillingRoutes } from './membership.routes.ts'
import { hasPaid, settleMember } from './membership.sql.ts'
import { stripeProvider } from './stripe.ts'
import { showTestCheckout, showTestPortal, testProvider } from './test-billing.actions.ts'
import { registerTestBillingRoutes } from './test-billing.routes.ts'
import * as teams from './teams.actions.ts'
import { teamReads } from './teams.reads.ts'

export { membership } from './membership.access.ts'
export { membershipJobs } from './membership.jobs.ts'
export const membershipReads = merged(reads, teamReads)
export type { Billing }

/** True while what was paid for this member lasts, with the days of grace. */
export async function isPaid(query: Transaction['query'], userId: number): Promise<boolean> {
  const { rows } = await query<{ paid: boolean }>({ ...hasPaid, values: [userId] })
  return rows[0]!.paid
}

/** Brings the member's state in line with what was paid; called when onboarding is complete. */
export const settleMembership = async (query: Transaction['query'], userId: number): Promise<void> =>
  void (await query({ ...settleMember, values: [userId] }))

/** Stripe where there are keys, otherwise the test provider. */
export function makeBilling(config: Config, tools: Omit<Billing, 'provider'>): Billing {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = config
  const taxOf = (reference: string) => taxOfTeam(tools.pool, Number(reference))
  const provider =
    secretKey && webhookSecret
      ? stripeProvider({ secretKey, webhookSecret, url, hasTax: config.STRIPE_TAX === 'on' })
      : testProvider({ ...tools, taxOf })
  return { ...tools, provider }
}

/** What the links in mails and of the test provider open. */
export const membershipLinks = (billing: Billing) => ({
  '/invoice/': (token: string) => showInvoice(billing, token),
  ...(billing.provider.name === 'test' && {
    '/checkout/': (id: string) => showTestCheckout(billing, id),
    '/checkout/portal/': (id: string) => showTestPortal(billing, id),
  }),
})

export const membershipActions = (billing: Billing): Actions => ({
  startCheckout: (call: Call<never>) => actions.startCheckout(billing, call),
  generateBillingPortalSessionUrl: (call: Call<never>) => actions.generateBillingPortalSessionUrl(billing, call),
  saveBillingDetails: (call: Call<never>) => saveBillingDetails(billing, call),
  syncUserBillingData: (call: Call<never>) => actions.syncUserBillingData(billing, call),
  triggerSyncWithBilling: (call: Call<never>) => actions.triggerSyncWithBilling(billing, call),
  cancelMembership: (call: Call<never>) => actions.cancelMembership(billing, call),
  resumeMembership: (call: Call<never>) => actions.resumeMembership(billing, call),
  saveTeam: (call: Call<never>) => teams.saveTeam(billing, call),
  addTeamMember: (call: Call<never>) => teams.addTeamMember(billing, call),
  removeTeamMember: (call: Call<never>) => teams.removeTeamMember(billing, call),
  setTeamBillingAdmin: (call: Call<never>) => teams.setTeamBillingAdmin(billing, call),
  inviteToTeam: (call: Call<never>) => teams.inviteToTeam(billing, call),
})

export function registerMembershipRoutes(app: FastifyInstance, billing: Billing, sessions: Sessions) {
  registerBillingRoutes(app, billing, sessions)
  registerInvoiceRoutes(app, billing)
  if (billing.provider.name === 'test') registerTestBillingRoutes(app, billing)
}
