/** Membership over the years: renewal, declined cards, grace period, expiry, and cancellation by the member. */
import { describe, expect, it } from 'vitest'
import {
  MembershipRenewalNotification,
  CancelMembership,
  InitialUser,
  ResumeMembership,
  StartCheckout,
  SyncUserBillingData,
  threads,
} from '#api/operations.ts'
import { GRACE_DAYS, RENEWAL_NOTICE_DAYS } from '#shared/membership.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import {
  checkoutOf,
  fresh,
  mailsTo,
  membershipOf,
  advanceDays,
  payCheckout,
  insertMember,
  insertPaidMember,
  runMembershipJobs,
} from '../harness/membership.ts'

const testServer = await startTestServer()
const DAY_MS = 86_400_000
const PRICE = 149_500
const [grace, keisha, frank, trial] = await testServer.members(
  demoMembers.billing,
  'keisha@members.test',
  demoMembers.expired,
  demoMembers.trial,
)

describe('a term passes', () => {
  it('renewal, past due, grace and expiry follow each other by the clock', async () => {
    const client = await insertPaidMember(testServer, 'later_failure')
    await advanceDays(testServer, client.id, 365 - RENEWAL_NOTICE_DAYS + 1)
    await runMembershipJobs(testServer)
    await runMembershipJobs(testServer)
    expect(await mailsTo(testServer, client, 'membership-renewal')).toHaveLength(1)

    await advanceDays(testServer, client.id, RENEWAL_NOTICE_DAYS)
    await runMembershipJobs(testServer)
    const late = await membershipOf(await fresh(testServer, client))
    expect(late).toMatchObject({ standing: 'full', current_state: 'full access', card_status: 'declined' })
    expect(late.subscriptions[0]).toMatchObject({ state: 'past_due', status: 'past_due' })
    const graceLeft = (Date.parse(late.past_due_until!) - Date.now()) / DAY_MS
    expect(graceLeft).toBeGreaterThan(GRACE_DAYS - 2)
    expect(graceLeft).toBeLessThanOrEqual(GRACE_DAYS)
    expect((await client.ask(InitialUser, {})).viewer.past_due_until).toBe(late.past_due_until)
    expect(await mailsTo(testServer, client, 'membership-unpaid')).toHaveLength(1)

    await advanceDays(testServer, client.id, GRACE_DAYS - 2)
    expect((await (await fresh(testServer, client)).op(threads, {})).status).toBe(200)
    await runMembershipJobs(testServer)
    expect(await mailsTo(testServer, client, 'membership-unpaid')).toHaveLength(2)

    await advanceDays(testServer, client.id, 2)
    // Decided by the clock alone, before any job has updated the row.
    expect((await (await fresh(testServer, client)).op(threads, {})).code).toBe('membership.expired')
    await runMembershipJobs(testServer)
    expect(await membershipOf(await fresh(testServer, client))).toMatchObject({
      standing: 'expired',
      current_state: 'expired',
      has_active_subscription: false,
      past_due_until: null,
    })

    // A member who pays again has access again.
    const back = await fresh(testServer, client)
    await payCheckout(back, (await checkoutOf(back)).url, 'success')
    await back.ask(SyncUserBillingData, {})
    // At once, with the session that had no access a moment ago.
    expect((await back.op(threads, {})).code).toBeUndefined()
    expect(await membershipOf(await fresh(testServer, client))).toMatchObject({
      standing: 'full',
      current_state: 'full access',
    })
  })

  it('renews by itself with a card that is good, with a receipt for each term', async () => {
    const client = await insertPaidMember(testServer)
    const [before] = (await membershipOf(client)).subscriptions
    await advanceDays(testServer, client.id, 367)
    expect((await membershipOf(await fresh(testServer, client))).standing).toBe('full')
    await runMembershipJobs(testServer)
    const { subscriptions } = await membershipOf(client)
    expect(subscriptions).toHaveLength(1)
    expect(subscriptions[0]!.state).toBe('active')
    expect(Date.parse(subscriptions[0]!.term_end)).toBeGreaterThan(Date.parse(before!.term_end) - 5 * DAY_MS)
    expect(await mailsTo(testServer, client, 'membership-receipt')).toHaveLength(2)
  })

  it('notifies that a renewal is due, once, and only the member who pays', async () => {
    const client = await insertPaidMember(testServer)
    await advanceDays(testServer, client.id, 365 - RENEWAL_NOTICE_DAYS + 1)
    await runMembershipJobs(testServer)
    await testServer.runJobs()
    const renewal = await client.ask(MembershipRenewalNotification, {})
    expect(renewal.membership_renewal_notification?.payload).toMatchObject({ subscription_total: PRICE })
    await runMembershipJobs(testServer)
    await testServer.runJobs()
    expect(
      await testServer.sql(
        `select from notifications where user_id = $1 and notification_type = 'membership_renewal'`,
        [client.id],
      ),
    ).toHaveLength(1)
  })

  it('ends a trial by the clock', async () => {
    const client = await insertMember(testServer, { state: 'trial', isComplete: true })
    await testServer.sql(`update users set trial_end_date = now() + interval '1 day' where id = $1`, [client.id])
    expect((await (await fresh(testServer, client)).op(threads, {})).code).toBeUndefined()
    await testServer.sql(`update users set trial_end_date = now() - interval '1 second' where id = $1`, [client.id])
    expect((await (await fresh(testServer, client)).op(threads, {})).code).toBe('membership.expired')
    await runMembershipJobs(testServer)
    expect((await membershipOf(await fresh(testServer, client))).current_state).toBe('expired')
  })
})

describe('leaving', () => {
  it('keeps access until the end of the term, and can be taken back (FIELD-user.subscriptions.cancelled_at)', async () => {
    const client = await insertPaidMember(testServer)
    const { cancelMembership } = await client.ask(CancelMembership, { reason: 'other', details: 'A sabbatical.' })
    await client.ask(CancelMembership, { reason: 'other' })
    expect(cancelMembership.subscriptions[0]).toMatchObject({ state: 'cancelled', next_billing_at: null })
    expect(cancelMembership.subscriptions[0]!.cancelled_at).not.toBeNull()
    expect(cancelMembership).toMatchObject({ standing: 'full', has_active_subscription: true })
    expect(await mailsTo(testServer, client, 'membership-cancelled')).toHaveLength(1)
    expect(
      await testServer.sql('select cancel_reason from subscriptions where id = $1', [
        cancelMembership.subscriptions[0]!.id,
      ]),
    ).toEqual([{ cancel_reason: 'other: A sabbatical.' }])

    const { resumeMembership } = await client.ask(ResumeMembership, {})
    expect(resumeMembership.subscriptions[0]).toMatchObject({ state: 'active', cancelled_at: null })
    await client.ask(CancelMembership, { reason: 'too_expensive' })
    await advanceDays(testServer, client.id, 360)
    await runMembershipJobs(testServer)
    expect((await membershipOf(await fresh(testServer, client))).standing).toBe('full')
    await advanceDays(testServer, client.id, 7)
    expect((await membershipOf(await fresh(testServer, client))).standing).toBe('expired')
    await runMembershipJobs(testServer)
    expect((await membershipOf(await fresh(testServer, client))).current_state).toBe('expired')
    expect(await mailsTo(testServer, client, 'membership-receipt')).toHaveLength(1)
  })

  it('while a renewal is unpaid keeps only the days of grace, and says so once', async () => {
    const client = await insertPaidMember(testServer, 'later_failure')
    await advanceDays(testServer, client.id, 366)
    await runMembershipJobs(testServer)
    const { past_due_until } = await membershipOf(client)
    const { cancelMembership } = await client.ask(CancelMembership, { reason: 'other' })
    await client.ask(SyncUserBillingData, {})
    expect(cancelMembership.past_due_until).toBe(past_due_until)
    expect(await mailsTo(testServer, client, 'membership-cancelled')).toHaveLength(1)
    const second = await client.op(StartCheckout, { return_path: '/profile/membership', idempotency_key: newKey() })
    expect(second.code).toBe('membership.pay_invoice')
  })

  it('is for whoever pays', async () => {
    for (const client of [keisha, trial, frank])
      for (const { code } of [
        await client.op(CancelMembership, { reason: 'other' }),
        await client.op(ResumeMembership, {}),
      ])
        expect(code).toBe('membership.none')
    const long = await grace.op(CancelMembership, { reason: 'other', details: 'x'.repeat(501) })
    expect(long).toMatchObject({ code: 'membership.details_too_long', field: 'details' })
  })
})
