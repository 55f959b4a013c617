/** Payment, who in a team sees what, the billing portal and syncing, with the test provider. */
import { describe, expect, it } from 'vitest'
import {
  GenerateBillingPortalSessionUrl,
  GetMembership,
  GetMembershipPrice,
  StartCheckout,
  SyncUserBillingData,
  TriggerSyncWithBilling,
  UpdateGeneralInformation,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import {
  checkoutOf,
  mailsTo,
  membershipOf,
  advanceDays,
  payCheckout,
  insertMember,
  insertPaidMember,
  testIdOf,
  runMembershipJobs,
} from '../harness/membership.ts'

const testServer = await startTestServer()
const DAY_MS = 86_400_000
const DOMESTIC = 149_500
const INTERNATIONAL = 129_500
const [helen, grace, keisha, ben, frank, staff, trial] = await testServer.members(
  demoMembers.member,
  demoMembers.billing,
  'keisha@members.test',
  demoMembers.pastDue,
  demoMembers.expired,
  demoMembers.staff,
  demoMembers.trial,
)
const subscriptionsOf = (client: Client) =>
  testServer.sql(
    'select s.id from subscriptions s join team_memberships m on m.team_id = s.team_id where m.user_id = $1',
    [client.id],
  )

describe('the price (CONST-prices-usd-cents, FIELD-peer_network.billing_membership_price, FIELD-peer_network.billing_membership_price_international)', () => {
  it('is that of the network, in US cents, by where the member is', async () => {
    const here = await insertMember(testServer)
    const abroad = await insertMember(testServer, { country: 'Norway' })
    const priceOf = async (client: Client) => (await client.ask(GetMembershipPrice, {})).membership_price
    expect(await priceOf(here)).toMatchObject({
      amount: DOMESTIC,
      is_international: false,
      num_of_seats: 1,
      total: DOMESTIC,
    })
    expect(await priceOf(abroad)).toMatchObject({ amount: INTERNATIONAL, is_international: true, total: INTERNATIONAL })
  })

  it('is decided by the chapter once there is one, wherever the member works', async () => {
    const [abroad, here] = [await insertMember(testServer, { country: 'Norway' }), await insertMember(testServer)]
    const chapters = await testServer.sql<{ id: number; name: string; is_international: boolean }>(
      'select distinct on (is_international) id, name, is_international from chapters order by is_international, id',
    )
    for (const [client, chapter] of [
      [abroad, chapters[0]!],
      [here, chapters[1]!],
    ] as const) {
      await client.ask(UpdateGeneralInformation, { chapter: chapter.id })
      expect((await client.ask(GetMembershipPrice, {})).membership_price).toMatchObject({
        amount: chapter.is_international ? INTERNATIONAL : DOMESTIC,
        is_international: chapter.is_international,
        chapter_name: chapter.name,
      })
    }
  })

  it('for a billing admin counts the whole team', async () => {
    const { membership_price } = await grace.ask(GetMembershipPrice, {})
    expect(membership_price).toMatchObject({ num_of_seats: 3, total: membership_price!.amount * 3 })
  })
})

describe('paying (FEATURE-onboarding-checkout)', () => {
  it('takes a card, begins a year and mails one receipt (FIELD-user.has_active_subscription, FIELD-user.subscriptions.term_end, FIELD-user.subscriptions.subscription_total, FIELD-user.subscriptions.state, FIELD-user.subscriptions.status, FIELD-user.subscriptions.next_billing_at, FIELD-user.card_status)', async () => {
    const client = await insertMember(testServer)
    const { url, state } = await checkoutOf(client)
    expect(state).toBe('open')
    expect(url).toMatch(/\/checkout\/[\w-]{22}$/)
    expect((await membershipOf(client)).has_active_subscription).toBe(false)
    const paid = await payCheckout(client, url, 'success')
    expect(paid.body).toEqual({
      data: { state: 'paid', url: expect.stringMatching(/\/profile\/membership\?checkout=success$/) },
    })
    const { syncUserBillingData: after } = await client.ask(SyncUserBillingData, {})
    const [subscription] = after.subscriptions
    expect(after).toMatchObject({ has_active_subscription: true, card_status: 'valid', current_state: 'onboarding' })
    expect(subscription).toMatchObject({
      state: 'active',
      status: 'active',
      subscription_total: DOMESTIC,
      cancelled_at: null,
    })
    expect(subscription!.next_billing_at).toBe(subscription!.term_end)
    const year = Date.parse(subscription!.term_end) - Date.parse(subscription!.term_start)
    expect([365, 366]).toContain(Math.round(year / DAY_MS))
    await testServer.runJobs()
    await client.ask(SyncUserBillingData, {})
    const receipts = await mailsTo(testServer, client, 'membership-receipt')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]!.text).toContain('$1,495.00')
  })

  it('refuses a declined card and goes on with another on the same page', async () => {
    const client = await insertMember(testServer)
    const { url } = await checkoutOf(client)
    const refused = await payCheckout(client, url, 'decline')
    expect(refused.body).toMatchObject({ code: 'membership.card_declined' })
    expect((await client.ask(SyncUserBillingData, {})).syncUserBillingData.has_active_subscription).toBe(false)
    expect((await checkoutOf(client)).url).toBe(url)
    expect((await payCheckout(client, url, 'success')).body).toMatchObject({ data: { state: 'paid' } })
    expect((await client.ask(SyncUserBillingData, {})).syncUserBillingData.has_active_subscription).toBe(true)
  })

  it('asks the bank where the card wants it, and charges only what was confirmed', async () => {
    const client = await insertMember(testServer)
    const { url } = await checkoutOf(client)
    expect((await payCheckout(client, url, 'authenticate')).body).toEqual({
      data: { state: 'authenticate', url: null },
    })
    expect((await payCheckout(client, url, 'authenticate', false)).body).toMatchObject({
      code: 'membership.card_declined',
    })
    expect((await payCheckout(client, url, 'authenticate', true)).body).toMatchObject({ data: { state: 'paid' } })
  })

  it('charges once, however often somebody clicks (threat 25)', async () => {
    const client = await insertMember(testServer)
    const keys = [newKey(), newKey()]
    const begun = await Promise.all(Array.from({ length: 20 }, (_, n) => checkoutOf(client, keys[n % 2])))
    expect(new Set(begun.map(({ url }) => url)).size).toBe(1)
    const paid = await Promise.all(Array.from({ length: 10 }, () => payCheckout(client, begun[0]!.url, 'success')))
    expect(paid.map(({ body }) => (body as { data: { state: string } }).data.state)).toEqual(Array(10).fill('paid'))
    await Promise.all(Array.from({ length: 5 }, () => client.ask(SyncUserBillingData, {})))
    await testServer.runJobs()
    expect(await subscriptionsOf(client)).toHaveLength(1)
    expect(
      await testServer.sql(
        'select 1 from test_subscriptions where reference in (select team_id::text from team_memberships where user_id = $1)',
        [client.id],
      ),
    ).toHaveLength(1)
    expect(await mailsTo(testServer, client, 'membership-receipt')).toHaveLength(1)
  })

  it('refuses a second membership, and whoever has nothing to pay', async () => {
    const answer = (client: Client) =>
      client.op(StartCheckout, { return_path: '/profile/membership', idempotency_key: newKey() })
    expect((await answer(helen)).code).toBe('membership.already_paid')
    expect((await answer(keisha)).code).toBe('membership.not_billing_admin')
    expect((await answer(staff)).code).toBe('membership.nothing_to_pay')
    expect(
      (await testServer.anonymous().op(StartCheckout, { return_path: '/', idempotency_key: newKey() })).status,
    ).toBe(401)
  })

  it.each(['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)', ''])(
    'leads back to this site only: %s (threat 17)',
    async (return_path) => {
      const client = await insertMember(testServer)
      const answer = await client.op(StartCheckout, { return_path, idempotency_key: newKey() })
      expect(answer).toMatchObject({ code: 'membership.return_path', field: 'return_path' })
    },
  )

  it('answers as a plain call too, for whoever is joining (DECISION-missing-authentication-calls)', async () => {
    const client = await insertMember(testServer)
    const body = { return_path: '/onboarding', idempotency_key: newKey() }
    const begun = await client.send('POST', '/api/onboarding/checkout', { body })
    expect(begun.body).toEqual({ data: { url: (await checkoutOf(client)).url } })
    expect((await client.send('POST', '/api/onboarding/checkout', { body: {} })).status).toBe(400)
    const visitor = testServer.anonymous()
    await visitor.send('GET', '/auth/login')
    expect((await visitor.send('POST', '/api/onboarding/checkout', { body })).status).toBe(401)
  })

  it('has a page for each checkout that cannot be guessed, and takes nothing but the name of a test card', async () => {
    const client = await insertMember(testServer)
    const { url } = await checkoutOf(client)
    const shown = await testServer.anonymous().send('GET', `/api/test-billing/checkouts/${testIdOf(url)}`)
    expect(shown.body).toMatchObject({ data: { amount: DOMESTIC, state: 'open' } })
    for (const id of ['1', 'x'.repeat(22), `${testIdOf(url)}x`])
      expect((await testServer.anonymous().send('GET', `/api/test-billing/checkouts/${id}`)).status).toBe(404)
    const typed = await client.send('POST', `/api/test-billing/checkouts/${testIdOf(url)}`, {
      body: { card: '4242424242424242' },
    })
    expect(typed.status).toBe(400)
  })
})

describe('a team (ROLE-team-billing-admin, DECISION-subscription-belongs-to)', () => {
  it('shows its billing admin all of it (FIELD-user.team_membership.is_billing_admin, FIELD-user.default_membership_id)', async () => {
    const viewer = await membershipOf(grace)
    expect(viewer.team_membership).toMatchObject({
      id: viewer.default_membership_id,
      is_billing_admin: true,
      team: { name: 'Umber Health' },
    })
    const [first, ...others] = viewer.team_membership!.team.members.map(({ user }) => user.id)
    expect(first).toBe(grace.id)
    expect(others).toHaveLength(2)
    expect(others).toContain(keisha.id)
    expect(viewer.subscriptions).toHaveLength(1)
    expect(viewer.team_membership!.team.invoices.length).toBeGreaterThan(0)
  })

  it('shows another member only how they stand', async () => {
    const viewer = await membershipOf(keisha)
    expect(viewer).toMatchObject({ has_active_subscription: true, standing: 'full', subscriptions: [] })
    expect(viewer.team_membership).toMatchObject({ is_billing_admin: false })
    expect(viewer.team_membership!.team.members.map(({ user }) => user.id)).toEqual([keisha.id])
    expect(viewer.team_membership!.team.invoices).toEqual([])
  })

  it('is one of one for a lone member', async () => {
    const { team_membership } = (await helen.ask(GetMembership, {})).viewer
    expect(team_membership).toMatchObject({ is_billing_admin: true })
    expect(team_membership!.team.members).toHaveLength(1)
  })

  it('loses access together', async () => {
    await testServer.sql('update users set full_access_exp_date = $2 where id = $1', [keisha.id, null])
    await testServer.sql('select settle_membership($1)', [keisha.id])
    const [{ until }] = (await testServer.sql<{ until: Date }>(
      'select full_access_exp_date as until from users where id = $1',
      [keisha.id],
    )) as [{ until: Date }]
    const [admin] = (await membershipOf(grace)).subscriptions
    expect(until.toISOString()).toBe(new Date(admin!.access_until!).toISOString())
  })
})

describe('the billing portal (OP-GenerateBillingPortalSessionUrl, ERR-billing-portal)', () => {
  const portal = (client: Client, redirect_url = '/profile/membership') =>
    client.op(GenerateBillingPortalSessionUrl, { redirect_url })

  it('opens for whoever pays, alone or for a team', async () => {
    for (const client of [helen, grace, ben, frank]) {
      const { data } = await portal(client)
      expect(data!.generateBillingPortalSessionUrl).toEqual({
        url: expect.stringMatching(/\/checkout\/portal\/[\w-]{22}$/),
        errors: [],
      })
    }
  })

  it('answers with errors for everybody else, and for a way back that leads elsewhere', async () => {
    for (const [client, redirect] of [
      [keisha],
      [trial],
      [staff],
      [helen, 'https://evil.test/'],
      [helen, '//evil.test'],
    ] as [Client, string?][]) {
      const { data } = await portal(client, redirect)
      expect(data!.generateBillingPortalSessionUrl).toEqual({ url: null, errors: [expect.stringMatching(/\.$/)] })
    }
    expect((await portal(testServer.anonymous())).status).toBe(401)
  })

  it('changes the card, and a good one pays what is open (FIELD-user.card_status)', async () => {
    const client = await insertPaidMember(testServer, 'later_failure')
    await advanceDays(testServer, client.id, 366)
    await runMembershipJobs(testServer)
    expect((await membershipOf(client)).subscriptions[0]!.state).toBe('past_due')
    const id = testIdOf((await portal(client)).data!.generateBillingPortalSessionUrl.url!)
    const act = (body: object) => client.send('POST', `/api/test-billing/portals/${id}`, { body })
    expect((await client.send('GET', `/api/test-billing/portals/${id}`)).body).toMatchObject({
      data: { is_unpaid: true },
    })
    expect((await act({ act: 'change_card', card: 'decline' })).body).toMatchObject({
      code: 'membership.card_declined',
    })
    expect((await act({ act: 'change_card', card: 'success' })).status).toBe(200)
    await testServer.runJobs()
    expect(await membershipOf(client)).toMatchObject({ card_status: 'valid', past_due_until: null })
    expect((await act({ act: 'cancel' })).status).toBe(200)
    await testServer.runJobs()
    expect((await membershipOf(client)).subscriptions[0]!.state).toBe('cancelled')
    expect((await act({ act: 'resume' })).status).toBe(200)
    expect((await client.send('GET', '/api/test-billing/portals/' + 'x'.repeat(22))).status).toBe(404)
  })
})

describe('syncing (FEATURE-billing-sync)', () => {
  it('tells a member their own state (OP-SyncUserBillingData)', async () => {
    const { syncUserBillingData } = await helen.ask(SyncUserBillingData, {})
    expect(syncUserBillingData).toMatchObject({ id: helen.id, has_active_subscription: true, card_status: 'valid' })
    expect((await testServer.anonymous().op(SyncUserBillingData, {})).status).toBe(401)
  })

  it('happens in the background for staff and for oneself (OP-TriggerSyncWithBilling)', async () => {
    const client = await insertMember(testServer, { state: 'full access', isComplete: true })
    await payCheckout(client, (await checkoutOf(client)).url, 'success')
    await testServer.sql(`delete from graphile_worker._private_jobs`)
    await testServer.sql('delete from follow_ups')
    expect((await membershipOf(client)).has_active_subscription).toBe(false)
    const { triggerSyncWithBilling } = await staff.ask(TriggerSyncWithBilling, { user_id: client.id })
    expect(triggerSyncWithBilling).toEqual({ success: true })
    expect((await membershipOf(client)).has_active_subscription).toBe(false)
    await testServer.runJobs()
    expect((await membershipOf(client)).has_active_subscription).toBe(true)
    expect((await client.op(TriggerSyncWithBilling, {})).data).toEqual({ triggerSyncWithBilling: { success: true } })
  })

  it('refuses another member’s like one that does not exist', async () => {
    const other = await helen.op(TriggerSyncWithBilling, { user_id: grace.id })
    const unknown = await helen.op(TriggerSyncWithBilling, { user_id: 9_007_199_254_740_991 })
    expect(other.code).toBe('people.not_found')
    expect(other.text).toBe(unknown.text)
  })
})
