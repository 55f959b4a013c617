/** Background jobs: sync with the provider, time-based changes, cleanup. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { RENEWAL_NOTICE_DAYS } from '#shared/membership.ts'
import type { Billing } from './billing.ts'
import { renewalEmail } from './membership-emails.ts'
import { changed, renewalDue } from './membership.signals.ts'
import { endMember, selectEnding, selectPayers, settleMember, sweepBilling, takeRenewals } from './membership.sql.ts'
import { repriceTeam } from './teams/teams.actions.ts'
import { mailPayers, syncCheckout, syncMember, syncSubscription } from './payment-provider/subscription-sync.ts'

export const membershipJobs = (billing: Billing): Jobs => ({
  'membership:sync-subscription': (_tools, { ref }: { ref: string }) => syncSubscription(billing, ref),
  'membership:sync-checkout': (_tools, { ref }: { ref: string }) => syncCheckout(billing, ref),
  'membership:sync-member': (_tools, { user_id }: { user_id: number }) => syncMember(billing, user_id),
  'membership:reprice-team': (_tools, { team_id }: { team_id: number }) => repriceTeam(billing, team_id),
  'membership:tick': async () => {
    await billing.provider.advance?.()
    await endMembers(billing)
    await announceRenewals(billing)
  },
  'membership:sweep': async ({ pool }) => void (await pool.query(sweepBilling)),
})

/** Sessions already know by the clock that access has ended; this stores it, so that counts and lists agree. */
async function endMembers({ pool, bus }: Billing) {
  const { rows } = await pool.query<{ id: number }>(selectEnding())
  for (const { id } of rows)
    await transaction(pool, bus, async (tx) => {
      await tx.query(settleMember({ userId: id }))
      await tx.query(endMember({ id }))
      tx.announce(changed([id]))
    })
}

/** Marks the term, enqueues the email and sends the signal in one transaction, so each happens once. */
const announceRenewals = (billing: Billing) =>
  transaction(billing.pool, billing.bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; team_id: number; subscription_total: number; next_billing_at: Date }>(
      takeRenewals({ days: RENEWAL_NOTICE_DAYS }),
    )
    for (const { id, team_id, subscription_total: total, next_billing_at: at } of rows) {
      const found = await tx.query<{ user_id: number }>(selectPayers({ teamId: team_id }))
      const payers = found.rows.map(({ user_id }) => user_id)
      await mailPayers(billing, tx, { payers, kind: 'membership-renewal' }, (facts) =>
        renewalEmail(facts, { total, at }),
      )
      const facts = { subscription_id: id, subscription_total: total, next_billing_at: at.toISOString() }
      tx.announce(renewalDue(payers, facts))
    }
  })
