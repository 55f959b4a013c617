import type { Config } from '#server/config.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { saveBillingDetails } from './billing-details.actions.ts'
import type { Billing } from './billing.ts'
import { taxOfTeam } from './invoices/invoice-papers.ts'
import { showInvoice } from './invoices/invoices.actions.ts'
import { registerInvoiceRoutes } from './invoices/invoices.routes.ts'
import { membership } from './membership.access.ts'
import * as actions from './membership.actions.ts'
import { membershipJobs } from './membership.jobs.ts'
import { membershipReads } from './membership.reads.ts'
import { registerBillingRoutes } from './membership.routes.ts'
import { settleMember } from './membership.sql.ts'
import { membershipPersonalData } from './personal-data.ts'
import { stripeProvider } from './payment-provider/stripe.ts'
import { teamAdministration } from './teams/teams.access.ts'
import * as teams from './teams/teams.actions.ts'
import { teamReads } from './teams/teams.reads.ts'
import { showTestCheckout, showTestPortal, testProvider } from './payment-provider/test-billing.actions.ts'
import { registerTestBillingRoutes } from './payment-provider/test-billing.routes.ts'

export { membershipJobs }
export { changed as membershipChanged } from './membership.signals.ts'

/** Updates the member's state to match their payments; called when onboarding is complete. */
export const settleMembership = async (query: Transaction['query'], userId: number): Promise<void> =>
  void (await query(settleMember({ userId })))

/** Stripe if its keys are configured, otherwise the test provider. */
export function makeBilling(config: Config, tools: Omit<Billing, 'provider'>): Billing {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = config
  const taxOf = (reference: string) => taxOfTeam(tools.pool, Number(reference))
  const provider =
    secretKey && webhookSecret
      ? stripeProvider({ secretKey, webhookSecret, url, hasTax: config.STRIPE_TAX === 'on' })
      : testProvider({ ...tools, taxOf })
  return { ...tools, provider }
}

/** Data for pages opened by links: invoices, and the checkout pages of the test provider. */
const membershipLinks = (billing: Billing) => ({
  '/invoice/': (token: string) => showInvoice(billing, token),
  ...(billing.provider.name === 'test' && {
    '/checkout/': (id: string) => showTestCheckout(billing, id),
    '/checkout/portal/': (id: string) => showTestPortal(billing, id),
  }),
})

const membershipActions = (billing: Billing): Actions => ({
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

export const membershipFeature = defineFeature({
  name: 'membership',
  level: 'ground',
  besides: ['people', 'accounts', 'networks'],
  reads: merged(membershipReads, teamReads),
  access: [membership, teamAdministration],
  personalData: membershipPersonalData,
  services: ({ config, pool, bus, secret, sessions, email }) =>
    makeBilling(config, { pool, bus, secret, forget: sessions.forget, ...email }),
  actions: (_context, billing) => membershipActions(billing),
  jobs: (_context, billing) => membershipJobs(billing),
  schedule: ['23 * * * * membership:tick', '53 * * * * membership:sweep'],
  routes: (app, { sessions }, billing) => {
    registerBillingRoutes(app, billing, sessions)
    registerInvoiceRoutes(app, billing)
    if (billing.provider.name === 'test') registerTestBillingRoutes(app, billing)
  },
  links: (_context, billing) => membershipLinks(billing),
})
