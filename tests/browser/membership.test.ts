/** Paying, cancelling, and what members see after their access has ended, as they use it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { AddTeamMember, SaveTeam, SyncUserBillingData } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { checkoutOf, fresh, membershipOf, payCheckout, insertMember } from '../harness/membership.ts'
import { expectAccessible } from './kit/accessible.ts'
import { waitForPath, DESKTOP, isReady, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const events = async (id: number, key: string) =>
  testServer.sql<{ data: Record<string, unknown> }>(
    'select data from analytics_events where user_id = $1 and key = $2',
    [id, key],
  )

it('leads a member whose access has ended to the membership, and back in once it is paid (ROUTE-profile-membership, ANALYTICS-onboarding-checkout-loaded, ANALYTICS-onboarding-checkout-success, ANALYTICS-onboarding-checkout-error)', async () => {
  // The browser logs the response for the declined card.
  stage.expectProblem(/402/)
  const { page, client, open } = await stage.member(demoMembers.expired)
  await open('/feed')
  await waitForPath(page, '/profile/membership')
  await heading(page, 'Membership')
  await expect.poll(() => page.title()).toMatch(/^Membership/)
  await page.getByText(/ended on .*\. Until it’s renewed, you can open only this page and your settings\./).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(0)
  expect(await page.getByRole('search').count()).toBe(0)
  await page.getByRole('button', { name: /^Frank/ }).click()
  const choices = ['Membership', 'Settings', 'Terms and privacy', 'Sign out']
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(choices)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'ended')
  await page.getByText('$1,495.00').first().waitFor()

  await press(page, /^Pay \$1,495\.00 by card/)
  await waitForPath(page, /^\/checkout\/[\w-]{22}$/)
  await isReady(page)
  await page.getByText('Test mode.').waitFor()
  await expectAccessible(page, 'checkout')
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await waitForPath(page, '/profile/membership')
  await isReady(page)
  await page.getByText('You haven’t been charged.').waitFor()

  await press(page, /^Pay/)
  await waitForPath(page, /^\/checkout\//)
  await isReady(page)
  await page.getByLabel('Card declined').check()
  await press(page, /^Pay/)
  await page.getByText('The card was declined. You haven’t been charged; choose another card.').waitFor()
  await page.getByLabel('Bank confirmation required').check()
  await press(page, /^Pay/)
  await press(page, 'Yes, pay')
  await waitForPath(page, '/profile/membership')
  await page.getByText(/^Your membership is paid\. It renews on/).waitFor()
  expect((await membershipOf(client)).has_active_subscription).toBe(true)
  expect(
    await testServer.sql(
      'select 1 from test_subscriptions where status = $1 and reference in (select team_id::text from team_memberships where user_id = $2)',
      ['active', client.id],
    ),
  ).toHaveLength(1)
  await expect.poll(() => events(client.id, 'onboarding-checkout-success')).toHaveLength(1)
  expect((await events(client.id, 'onboarding-checkout-success'))[0]!.data).toMatchObject({ placement: 'membership' })
  // Once for each view of the payment page: the first, the return without paying, and the return after paying.
  await expect.poll(() => events(client.id, 'onboarding-checkout-loaded')).toHaveLength(3)
  await expect.poll(() => events(client.id, 'onboarding-checkout-error')).toHaveLength(1)
})

it('lets a member end the membership and take it back, by keyboard too', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await open('/profile/membership')
  await expectAccessible(page, 'membership')
  await page.getByRole('button', { name: 'Cancel membership' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel your membership' })
  await dialog.getByRole('button', { name: 'Cancel my membership' }).click()
  await dialog.getByText('Choose a reason.').waitFor()
  await expectAccessible(page, 'leaving')
  await dialog.getByLabel('I don’t use it enough').check()
  await dialog.getByRole('button', { name: 'Cancel my membership' }).click()
  await page.getByText(/^You canceled your membership\. You have access until/).waitFor()
  expect((await membershipOf(client)).subscriptions[0]!.state).toBe('cancelled')
  await press(page, 'Resume membership')
  await page.getByText(/^Your membership is paid\. It renews on/).waitFor()
})

it('shows an unpaid renewal on every page, and leads to the portal (UI-screen-billing-portal, ANALYTICS-payment-banner-click)', async () => {
  const { page, open, client } = await stage.member(demoMembers.pastDue)
  await open('/feed')
  const banner = page.getByRole('region', { name: 'Payment' })
  await banner.getByText(/hasn’t been paid\. Your access ends on/).waitFor()
  await expectAccessible(page, 'banner')
  await banner.getByRole('button', { name: 'Update payment' }).click()
  await waitForPath(page, /^\/checkout\/portal\/[\w-]{22}$/)
  await isReady(page)
  await heading(page, 'Billing portal')
  await expectAccessible(page, 'portal')
  await expect.poll(() => events(client.id, 'payment-banner-clicked')).toHaveLength(1)
  await page.getByLabel('Card accepted').check()
  await press(page, 'Update card and pay')
  await page.getByText('Card updated.').waitFor()
  await testServer.runJobs()
  await page.getByRole('link', { name: 'Back to Counterpart' }).click()
  await waitForPath(page, '/profile/membership')
  await page.getByText(/^Your membership is paid\./).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Payment' }).count()).toBe(0)
})

it('says so and stays where it is when the portal does not open (ERR-billing-portal)', async () => {
  const { page, open, client } = await stage.member(demoMembers.peer)
  await open('/profile/membership')
  await testServer.sql(
    'update teams set customer_ref = null where id in (select team_id from team_memberships where user_id = $1)',
    [client.id],
  )
  await press(page, 'Manage billing')
  await page.getByText('We couldn’t open billing').first().waitFor()
  await waitForPath(page, '/profile/membership')
})

it('shows a team to its billing admin, and to others only how they stand (ROLE-team-billing-admin)', async () => {
  const admin = await stage.member(demoMembers.billing)
  await admin.open('/profile/membership')
  await admin.page.getByText('You pay for 3 members of Umber Health.').waitFor()
  await admin.page.getByText('Keisha Barnett').waitFor()
  const mate = await stage.member('keisha@members.test', PHONE)
  await mate.open('/profile/membership')
  await mate.page.getByText(/Your membership is paid by Umber Health/).waitFor()
  await expectAccessible(mate.page, 'team mate')
  expect(await mate.page.getByText('Invoices').count()).toBe(0)
  expect(await mate.page.getByText('Grace Okafor').count()).toBe(0)
})

it('lets whoever pays say what stands on the next invoice, with a sentence for what is wrong', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await open('/profile/membership')
  const form = page.getByRole('form', { name: 'Billing details' })
  await form.getByLabel('Company').fill('Lindqvist AB')
  await form.getByLabel('Address').fill('Storgatan 1\n111 51 Stockholm')
  await form.getByLabel('Country').selectOption('SE')
  await form.getByLabel('VAT or tax ID').fill('SE1')
  await form.getByRole('button', { name: 'Save billing details' }).click()
  await form.getByText('This isn’t a valid tax ID for Sweden. Correct it, or leave it blank.').waitFor()
  await expectAccessible(page, 'billing details refused')
  await form.getByLabel('VAT or tax ID').fill('')
  await form.getByRole('button', { name: 'Save billing details' }).click()
  await page.getByText('Billing details saved').waitFor()
  expect((await membershipOf(client)).team_membership!.team.billing_details).toMatchObject({ company: 'Lindqvist AB' })
})

it('opens an invoice from the page and by its link alone, to be read, printed and kept (ROUTE-invoice-token, LAYOUT-invoice)', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/profile/membership')
  await page
    .getByRole('link', { name: /^Open invoice/ })
    .first()
    .click()
  const path = await waitForPath(page, /^\/invoice\/[\w-]{22}$/)
  const visitor = await stage.stranger(DESKTOP)
  await visitor.open(path)
  await heading(visitor.page, /^Invoice INV-/)
  await visitor.page.getByRole('definition').getByText('Umber Health').waitFor()
  await expect.poll(() => visitor.page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  await expectAccessible(visitor.page, 'invoice')
  const saved = visitor.page.waitForEvent('download')
  await visitor.page.getByRole('link', { name: 'Save as PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^invoice-[\w-]+\.pdf$/)

  stage.expectProblem(/404/)
  await visitor.open(`/invoice/${'x'.repeat(22)}`)
  await heading(visitor.page, 'Invoice not found')
  await expectAccessible(visitor.page, 'no invoice')
})

it('leads out of a page on which access ends', async () => {
  stage.expectProblem(/403/)
  const member = await insertMember(testServer, { state: 'full access', isComplete: true })
  const { page, open } = await stage.member(await fresh(testServer, member))
  await open('/feed', { live: true })
  await testServer.sql('update users set full_access_exp_date = now() where id = $1', [member.id])
  await waitForPath(page, '/profile/membership')
  await heading(page, 'Membership')
})

it('tells whoever joins a team that has not paid who can, and lets them go on once it has', async () => {
  const staff = await testServer.member(demoMembers.staff)
  const [network] = await testServer.sql<{ id: number }>(`select id from peer_networks where slug = 'legal'`)
  const team = { name: 'Quillhaven Steel', peer_network_id: network!.id, seats: 2 }
  const { id: team_id } = (await staff.ask(SaveTeam, team)).saveTeam
  const payer = await insertMember(testServer, { state: 'full access', isComplete: true })
  const colleague = await insertMember(testServer)
  for (const { id } of [payer, colleague]) {
    const [user] = await testServer.sql<{ email: string }>('select email from users where id = $1', [id])
    await staff.ask(AddTeamMember, { team_id, email: user!.email })
  }
  const { page, open } = await stage.member(colleague)
  await open('/onboarding/payment')
  await page.getByText('Nora Quill can pay under Membership').waitFor()
  await expectAccessible(page, 'a team that has not paid')
  await press(page, 'Check again')
  await page.getByText('The payment hasn’t been confirmed yet').waitFor()
  await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
  await payer.ask(SyncUserBillingData, {})
  await press(page, 'Check again')
  await heading(page, 'Choose a password')
})
