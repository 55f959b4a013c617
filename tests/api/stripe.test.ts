/** Payments with Stripe, against a fake server that accepts only what Stripe's API description allows. */
import { afterAll, describe, expect, it } from 'vitest'
import {
  CancelMembership,
  GenerateBillingPortalSessionUrl,
  ResumeMembership,
  SaveTeam,
  StartCheckout,
  SyncUserBillingData,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { checkoutOf, mailsTo, membershipOf, insertMember } from '../harness/membership.ts'
import { deliver, eventOf, hasStripeData, openStripe, recordedEvents } from '../harness/stripe.ts'

describe.skipIf(!hasStripeData)(
  hasStripeData ? 'Stripe (FEATURE-billing-sync)' : 'Stripe: skipped, seed-stripe is not in the folder of SHARED_DATA',
  async () => {
    if (!hasStripeData) return it('needs the description of their API')
    const stripe = await openStripe()
    const testServer = await startTestServer(stripe.settings)
    afterAll(() => stripe.close())

    /** A member, and the checkout that they started and paid at Stripe. */
    async function paying() {
      const client = await insertMember(testServer, { state: 'full access', isComplete: true })
      const { url } = await checkoutOf(client)
      const session = url.split('/').at(-1)!
      return { client, session, subscription: stripe.pay(session) }
    }
    const stateOf = async (client: Client) => (await membershipOf(client)).subscriptions[0]?.state
    const received = async (id: string) => testServer.sql('select id from billing_events where id = $1', [id])

    it('begins a checkout as their description wants it, once for many clicks', async () => {
      const client = await insertMember(testServer)
      const begun = await Promise.all(Array.from({ length: 8 }, () => checkoutOf(client)))
      expect(new Set(begun.map(({ url }) => url)).size).toBe(1)
      const session = stripe.sessions.get(begun[0]!.url.split('/').at(-1)!)!
      expect(session).toMatchObject({ mode: 'subscription', success_url: expect.stringMatching(/checkout=success$/) })
      expect(session['line_items'][0].price_data).toMatchObject({ currency: 'usd', unit_amount: 149_500 })
      expect(stripe.refused).toEqual([])
    })

    it('asks for the same page with the way back of the first, wherever it is asked for again', async () => {
      const client = await insertMember(testServer)
      const { url } = await checkoutOf(client)
      // The server stopped before it saved Stripe's response.
      await testServer.sql('update checkouts set ref = null, url = null where user_id = $1', [client.id])
      const { startCheckout } = await client.ask(StartCheckout, { return_path: '/feed', idempotency_key: newKey() })
      expect(startCheckout.url).toBe(url)
    })

    it('leaves no page that can be paid beside a new one, and begins none beside one that was paid', async () => {
      const client = await insertMember(testServer)
      const older = () => testServer.sql('update checkouts set amount = 1 where user_id = $1', [client.id])
      const first = (await checkoutOf(client)).url
      await older()
      const second = (await checkoutOf(client)).url
      expect(second).not.toBe(first)
      const stateAt = (url: string) => stripe.sessions.get(url.split('/').at(-1)!)!['status'] as string
      expect([stateAt(first), stateAt(second)]).toEqual(['expired', 'open'])
      await older()
      stripe.pay(second.split('/').at(-1)!)
      expect((await client.op(StartCheckout, { return_path: '/', idempotency_key: newKey() })).code).toBe(
        'membership.already_paid',
      )
      expect(stripe.refused).toEqual([])
    })

    it('knows at once who came back from paying, without any message', async () => {
      const { client } = await paying()
      const { syncUserBillingData } = await client.ask(SyncUserBillingData, {})
      expect(syncUserBillingData).toMatchObject({ has_active_subscription: true, card_status: 'valid' })
      expect(syncUserBillingData.subscriptions[0]).toMatchObject({ state: 'active', subscription_total: 149_500 })
      expect((await client.op(StartCheckout, { return_path: '/', idempotency_key: newKey() })).code).toBe(
        'membership.already_paid',
      )
    })

    it('believes a message only for its signature (threat 14)', async () => {
      const { client, subscription } = await paying()
      const event = eventOf('customer.subscription.updated', subscription)
      for (const signed of [
        { secret: 'whsec_of_somebody' },
        { age: 301 },
        { signature: '' },
        { signature: 't=1,v1=00' },
      ]) {
        const answer = await deliver(testServer, event, signed)
        expect({ signed, status: answer.status }).toEqual({ signed, status: 400 })
      }
      const changed = await testServer.anonymous().send('POST', '/api/billing/webhook', { text: '{}' })
      expect(changed.status).toBe(400)
      await testServer.runJobs()
      expect(await received(event['id'])).toEqual([])
      expect(await stateOf(client)).toBeUndefined()
      expect((await deliver(testServer, event, { age: 299 })).status).toBe(200)
      await testServer.runJobs()
      expect(await stateOf(client)).toBe('active')
    })

    it('comes to the same end however a storm of messages arrives, with one receipt (threat 14)', async () => {
      const { client, session, subscription } = await paying()
      const kinds = [
        'customer.subscription.created',
        'customer.subscription.updated',
        'invoice.paid',
        'invoice.created',
      ]
      const invoice = { id: 'in_x', parent: { subscription_details: { subscription: subscription['id'] } } }
      const events = Array.from({ length: 49 }, (_, n) =>
        eventOf(kinds[n % 4]!, kinds[n % 4]!.startsWith('invoice') ? invoice : subscription),
      )
      events.push(eventOf('checkout.session.completed', { id: session }))
      stripe.slow(30)
      const storm = [...events, ...events, ...events].toSorted(() => Math.random() - 0.5)
      const halves = [storm.slice(0, 75), storm.slice(75)]
      for (const half of halves) {
        const answers = await Promise.all(half.map((event) => deliver(testServer, event)))
        expect(answers.every(({ status }) => status === 200)).toBe(true)
        await Promise.all([testServer.runJobs(), testServer.runJobs()])
      }
      stripe.slow(0)
      const { subscriptions, has_active_subscription } = await membershipOf(client)
      expect(has_active_subscription).toBe(true)
      expect(subscriptions).toHaveLength(1)
      expect(subscriptions[0]!.state).toBe('active')
      expect(await mailsTo(testServer, client, 'membership-receipt')).toHaveLength(1)
      const kept = await testServer.sql('select id from billing_events where id = any($1)', [
        events.map(({ id }) => id),
      ])
      expect(kept).toHaveLength(50)
    })

    it('looks for itself, so a message that comes too late changes nothing', async () => {
      const { client, subscription } = await paying()
      const before = eventOf('customer.subscription.created', {
        ...structuredClone(subscription),
        status: 'incomplete',
      })
      stripe.renew(subscription, false)
      await deliver(testServer, eventOf('invoice.payment_failed', { id: 'in_y', subscription: subscription['id'] }))
      await testServer.runJobs()
      expect(await stateOf(client)).toBe('past_due')
      await deliver(testServer, before)
      await testServer.runJobs()
      expect(await stateOf(client)).toBe('past_due')
      expect(await mailsTo(testServer, client, 'membership-unpaid')).toHaveLength(1)
      expect((await membershipOf(client)).past_due_until).not.toBeNull()
    })

    it('never lets an answer that was asked for earlier replace a later one', async () => {
      const { client, subscription } = await paying()
      await client.ask(SyncUserBillingData, {})
      stripe.slow(60)
      const asked = Array.from({ length: 6 }, () => client.ask(SyncUserBillingData, {}))
      subscription['cancel_at_period_end'] = true
      subscription['canceled_at'] = Math.floor(Date.now() / 1000)
      await Promise.all(asked)
      stripe.slow(0)
      await client.ask(SyncUserBillingData, {})
      expect(await stateOf(client)).toBe('cancelled')
    })

    it('leaves the data in order when messages are about others, and of any year', async () => {
      for (const event of recordedEvents())
        expect((await deliver(testServer, { ...event, id: `evt_${newKey()}` })).status).toBe(200)
      await testServer.runJobs()
      const failed = await testServer.sql(
        'select 1 from graphile_worker._private_jobs where attempts > 0 and last_error is not null',
      )
      expect(failed).toEqual([])
      expect(
        await testServer.sql(`select ref from subscriptions where provider = 'stripe' and ref like 'sub_0%'`),
      ).toEqual([])
    })

    it('ends, resumes and opens the portal there', async () => {
      const { client, subscription } = await paying()
      await client.ask(SyncUserBillingData, {})
      const { cancelMembership } = await client.ask(CancelMembership, { reason: 'changed_job' })
      expect(cancelMembership.subscriptions[0]!.state).toBe('cancelled')
      expect(subscription).toMatchObject({ cancel_at_period_end: true, metadata: { cancel_reason: 'changed_job' } })
      const { resumeMembership } = await client.ask(ResumeMembership, {})
      expect(resumeMembership.subscriptions[0]!.state).toBe('active')
      const { generateBillingPortalSessionUrl } = await client.ask(GenerateBillingPortalSessionUrl, {
        redirect_url: '/profile/membership',
      })
      expect(generateBillingPortalSessionUrl).toEqual({
        url: `https://portal.stripe.test/${subscription['customer']}`,
        errors: [],
      })
      expect(stripe.refused).toEqual([])
    })

    it('asks for every seat of a team from the next renewal on, as their description wants it', async () => {
      const { client, subscription } = await paying()
      await client.ask(SyncUserBillingData, {})
      const { team } = (await membershipOf(client)).team_membership!
      const { subscription_total: alone } = (await membershipOf(client)).subscriptions[0]!
      const staff = await testServer.member(demoMembers.staff)
      const change = { id: team.id, name: team.name, peer_network_id: team.peer_network.id }
      await staff.ask(SaveTeam, { ...change, seats: 4 })
      await testServer.runJobs()
      expect((await membershipOf(client)).subscriptions[0]!).toMatchObject({
        subscription_total: alone * 4,
        state: 'active',
      })
      expect(stripe.refused).toEqual([])
      // A cancelled subscription: its seats no longer matter, and changing them must not reactivate it.
      await client.ask(CancelMembership, { reason: 'changed_job' })
      await staff.ask(SaveTeam, { ...change, seats: 5 })
      await testServer.runJobs()
      expect((await membershipOf(client)).subscriptions[0]!.state).toBe('cancelled')
      expect(subscription['cancel_at_period_end']).toBe(true)
    })

    it('lets Stripe Tax work out the tax where it is on, and writes invoices that say the same', async () => {
      const stripe = await openStripe()
      const taxed = await startTestServer({ ...stripe.settings, STRIPE_TAX: 'on' })
      const client = await insertMember(taxed, { state: 'full access', isComplete: true })
      const id = (await checkoutOf(client)).url.split('/').at(-1)!
      const session = stripe.sessions.get(id)!
      expect(session).toMatchObject({
        billing_address_collection: 'required',
        line_items: [{ price_data: { tax_behavior: 'exclusive' } }],
      })
      stripe.pay(id)
      await client.ask(SyncUserBillingData, {})
      const [invoice] = (await membershipOf(client)).team_membership!.team.invoices
      expect(invoice).toMatchObject({
        number: expect.stringMatching(/^S-in_/),
        amount: 164_450,
        net: 149_500,
        tax: 14_950,
      })
      const [kept] = await taxed.sql('select customer, lines from invoices where id = $1', [invoice!.id])
      expect(kept).toMatchObject({
        customer: {
          company: 'Łukasz Legal S.A.',
          address: 'Prosta 1\n00-838 Warszawa',
          country: 'PL',
          tax_id: 'PL5260001246',
        },
        lines: [{ quantity: 1, net: 149_500, tax_percent: 10, gross: 164_450 }],
      })
      expect(stripe.refused).toEqual([])
      await stripe.close()
    })

    it('says what is wrong while Stripe does not answer, and nothing is charged (ERR-billing-portal)', async () => {
      const { client } = await paying()
      await client.ask(SyncUserBillingData, {})
      const other = await insertMember(testServer)
      stripe.away(true)
      const portal = await client.ask(GenerateBillingPortalSessionUrl, { redirect_url: '/profile/membership' })
      expect(portal.generateBillingPortalSessionUrl).toEqual({
        url: null,
        errors: [expect.stringMatching(/isn’t responding/)],
      })
      const refused = await other.op(StartCheckout, { return_path: '/onboarding', idempotency_key: newKey() })
      expect(refused).toMatchObject({ code: 'membership.provider_away' })
      expect((await client.op(SyncUserBillingData, {})).code).toBe('membership.provider_away')
      stripe.away(false)
      expect((await checkoutOf(other)).url).toMatch(/^https:\/\/checkout\.stripe\.test\//)
    })

    it('has no page of the test provider', async () => {
      expect(
        (await testServer.anonymous().send('GET', `/api/test-billing/checkouts/${'x'.repeat(22)}`)).body,
      ).toMatchObject({
        code: 'request.not_found',
      })
    })
  },
)
