import { networks } from '#server/features/networks/index.ts'
import { people } from '#server/features/people/index.ts'
import { computed, define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { COMMUNITY_SETTINGS } from '#shared/community-settings.ts'
import { lineOf, ratesOf, taxOf } from '#shared/invoices.ts'
import { membership } from './membership.access.ts'

const TEAM_MEMBERS = 200
const SUBSCRIPTIONS = 10
const INVOICES = 24
const viewer = one(() => sql`select u.* from ${people.viewer} u`)

/** Inputs of the tax calculation. */
const TAXED = ['total', 'country', 'tax_id', 'issuer_country', 'rates'] as const
const { invoice_issuer_country, invoice_tax_rates } = COMMUNITY_SETTINGS

const taxed = (name: 'tax' | 'tax_percent' | 'tax_note') => (facts: Record<string, unknown>) => {
  const [total, country, tax_id] = [facts['total'] as number, facts['country'] as string, facts['tax_id'] as string]
  const issuer = { country: (facts['issuer_country'] as string | null) ?? invoice_issuer_country.default }
  const rates = ratesOf((facts['rates'] as string | null) ?? invoice_tax_rates.default)
  const { percent, note } = taxOf(issuer, { country, tax_id }, rates)
  return { tax: lineOf('', 1, total, percent).tax, tax_percent: percent, tax_note: note }[name]
}

export const membershipReads = define({
  Query: {
    membership_price: one(
      () =>
        sql`select p.*, f.country, f.tax_id, f.issuer_country, f.rates from ${membership.price} p cross join ${membership.tax_facts} f`,
    ),
  },
  Viewer: {
    standing: value(() => sql`(select s.standing from ${membership.standing} s)`),
    has_active_subscription: value(
      () => sql`exists (select from ${membership.own_access} a where a.access_until > now())`,
    ),
    past_due_until: value(
      () => sql`(select max(a.access_until) from ${membership.own_access} a
        where a.state = 'past_due' and a.access_until > now()
          and not exists (select from ${membership.own_access} o where o.state = 'active'))`,
    ),
    team_membership: one(() => sql`select m.* from ${membership.own_team_membership} m`),
    subscriptions: many((_, { args }) => ({
      rows: sql`select s.* from ${membership.subscriptions} s`,
      order: sql`s.id desc`,
      limit: args['limit'],
      cap: SUBSCRIPTIONS,
    })),
  },
  TeamMembership: {
    user: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.user_id`),
    team: one((m) => sql`select t.* from ${membership.teams} t where t.id = ${m}.team_id`),
  },
  Team: {
    peer_network: one((t) => sql`select n.* from ${networks.peer_networks} n where n.id = ${t}.peer_network_id`),
    members: many((t, { args }) => ({
      rows: sql`select m.* from ${membership.team_memberships} m where m.team_id = ${t}.id`,
      order: sql`m.is_billing_admin desc, m.id`,
      limit: args['limit'],
      cap: TEAM_MEMBERS,
    })),
    subscriptions: many((t, { args }) => ({
      rows: sql`select s.* from ${membership.subscriptions} s where s.team_id = ${t}.id`,
      order: sql`s.id desc`,
      limit: args['limit'],
      cap: SUBSCRIPTIONS,
    })),
    billing_details: one((t) => sql`select b.* from ${membership.billing_details} b where b.team_id = ${t}.id`),
    invoices: many((t, { args }) => ({
      rows: sql`select i.* from ${membership.invoices} i where i.team_id = ${t}.id`,
      order: sql`i.issued_at desc, i.id desc`,
      limit: args['limit'],
      cap: INVOICES,
    })),
  },
  MembershipPrice: {
    ...Object.fromEntries(
      (['tax', 'tax_percent', 'tax_note'] as const).map((name) => [name, computed(TAXED, taxed(name))]),
    ),
    peer_network: one((p) => sql`select n.* from ${networks.peer_networks} n where n.id = ${p}.peer_network_id`),
  },
  Mutation: {
    startCheckout: one((_, { result }) => sql`select c.* from ${membership.checkouts} c where c.id = ${result}`),
    generateBillingPortalSessionUrl: one(() => sql`select p.* from ${membership.portal_sessions} p`),
    saveBillingDetails: viewer,
    syncUserBillingData: viewer,
    triggerSyncWithBilling: one(() => sql`select true as success`),
    cancelMembership: viewer,
    resumeMembership: viewer,
  },
})
