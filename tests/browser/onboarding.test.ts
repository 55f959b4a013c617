/** Onboarding steps, legal documents, topics, the checklist, tours and alerts as members see them. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { PASSWORD } from '../harness/visitors.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { waitForPath, isReady, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

let invitees = 0
/** A member who has started onboarding; in the state 'trial' there is no payment step. */
async function invitee(state: 'trial' | 'onboarding') {
  const [user] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state, trial_end_date, current_onboarding_step, nominator_name, invite_code)
     values ('Ada', 'Quist', $1, $2, now() + interval '9 days', 'profile', 'Ruth Calloway', $3) returning id`,
    [`in-${(invitees += 1)}@ostrander.test`, state, `b-${invitees}`],
  )
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [user!.id, legal],
  )
  return testServer.memberById(user!.id)
}

it('asks one question on a page, keeps what does not fit, and goes back and past what may be skipped (ROUTE-onboarding, STATE-onboarding-step)', async () => {
  const browserSession = await stage.member(await invitee('trial'), PHONE)
  const { page, open } = browserSession
  await open('/onboarding')
  await waitForPath(page, '/onboarding/profile/complete')
  await heading(page, 'What do you do, and where?')
  await page.getByText('Step 1 of 4').waitFor()
  await page.getByText('Ruth Calloway invited you to Legal Network').waitFor()
  await expect.poll(() => page.getByRole('link', { name: testServer.config.SUPPORT_EMAIL_LEGAL }).count()).toBe(1)
  await expectAccessible(page, 'profile')
  await page.getByLabel('Title').fill('Counsel')
  await page.getByLabel('Company').fill('   ')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('Enter the company name.').waitFor()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Counsel')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await waitForPath(page, '/onboarding/create-password')
  await isReady(page)
  await expectAccessible(page, 'password')
  await page.getByRole('button', { name: 'Back' }).click()
  await waitForPath(page, '/onboarding/profile/complete')
  // Another device opens the same step.
  const desk = await stage.member(await testServer.memberById(browserSession.client.id))
  await desk.open('/')
  await waitForPath(desk.page, '/onboarding/profile/complete')
  // Required steps cannot be skipped by URL.
  for (const path of ['/onboarding/welcome', '/onboarding/agreement', '/onboarding/payment', '/feed']) {
    await desk.open(path)
    await waitForPath(desk.page, '/onboarding/profile/complete')
  }
})

it('shows what has changed since a step was drawn, once it can be used', async () => {
  const { page, open } = await stage.member(await invitee('trial'))
  await page.route('**/api/graphql/Onboarding', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('Ruth Calloway', 'Helen Marsh') })
  })
  await open('/onboarding/profile/complete')
  await page.getByText('Helen Marsh invited you to Legal Network').waitFor()
})

it('asks a member in the middle for what comes next, and says when a step cannot be loaded (UI-screen-membership-agreement)', async () => {
  const { page, open } = await stage.member(demoMembers.joining)
  await open('/')
  await waitForPath(page, '/onboarding/agreement')
  await page.getByRole('heading', { level: 2, name: 'Confidentiality' }).waitFor()
  await page.getByText(/^Version 1, in effect since/).waitFor()
  await expectAccessible(page, 'agreement')
  await page.getByRole('button', { name: 'Back' }).click()
  await waitForPath(page, '/onboarding/create-password')
  await page.getByRole('button', { name: 'Password saved. Continue' }).click()
  await waitForPath(page, '/onboarding/agreement')
  stage.expectProblem(/503/)
  await page.route('**/api/graphql/AcceptMembershipAgreement', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('button', { name: 'Accept agreement' }).click()
  await page.getByRole('alert').getByText('The agreement wasn’t accepted. Something went wrong on our end.').waitFor()
  await page.unroute('**/api/graphql/AcceptMembershipAgreement')
  await page.getByRole('button', { name: 'Accept agreement' }).click()
  await waitForPath(page, '/onboarding/welcome')
  await page.getByRole('button', { name: 'Enter' }).waitFor()
  await expectAccessible(page, 'welcome')
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
})

it.each([
  ['/onboarding/terms-of-use', 'Terms of use', 'The rules of the networks'],
  ['/onboarding/privacy-policy', 'Privacy policy', 'Who sees it'],
  ['/onboarding/membership-agreement', 'Membership agreement', 'Confidentiality'],
])('shows the document at %s to everybody', async (path, title, section) => {
  const { page, open } = await stage.stranger()
  expect(await open(path)).toBe(200)
  await heading(page, title)
  await page.getByRole('heading', { level: 2, name: section }).waitFor()
  await expectAccessible(page, path)
})

it('sends who has no session to sign in, and who is in to the first page', async () => {
  const stranger = await stage.stranger()
  await stranger.open('/onboarding/agreement')
  await waitForPath(stranger.page, '/auth/login?next=%2Fonboarding%2Fagreement')
  const member = await stage.member(demoMembers.peer)
  await member.open('/onboarding/welcome')
  await waitForPath(member.page, '/')
})

it('keeps the topics that a member chooses (UI-screen-personalization, OP-SavePersonalizationChoices)', async () => {
  const { page, open, client } = await stage.member(demoMembers.newcomer)
  await open('/onboarding/topics')
  await heading(page, 'What are you interested in?')
  await page.getByLabel('Working with the board').check()
  await page.getByLabel('My own career').check()
  await expectAccessible(page, 'topics')
  await page.getByRole('button', { name: 'Save topics' }).click()
  await page.getByText('Topics saved').waitFor()
  await open('/onboarding/topics')
  await page.getByRole('checkbox', { name: 'My own career', checked: true }).waitFor()
  const chosen = await testServer.sql(
    'select i.key from personalization_choices c join personalization_items i on i.id = c.item_id where c.user_id = $1 order by i.key',
    [client.id],
  )
  expect(chosen).toEqual([{ key: 'career' }, { key: 'working-with-the-board' }])
  stage.expectProblem(/500/)
  await page.route('**/api/graphql/SavePersonalizationChoices', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('My own career').uncheck()
  await page.getByRole('button', { name: 'Save topics' }).click()
  await page.getByText('An error has occurred').waitFor()
  await expect.poll(() => page.getByLabel('Working with the board').isChecked()).toBe(true)
})

it('shows the first things to do until the member closes the list, on this device for good (UI-screen-onboarding-checklist-video, STATE-onboarding-checklist-closed-flag, DECISION-checklist-closed, FIELD-local_storage.hasClosedOnboardingChecklist, ENUM-referral_source-onboarding)', async () => {
  const { page, open, client } = await stage.member(demoMembers.newcomer)
  await testServer.sql('delete from anonymous_messages where user_id = $1', [client.id])
  await testServer.sql('update messages set removed_at = now() where sender_id = $1', [client.id])
  await open('/')
  const list = page.getByRole('region', { name: 'Getting started' })
  await list.getByText(/^\d of 6 done$/).waitFor()
  await list.getByRole('button', { name: 'Done: Nominate a colleague' }).click()
  await list.getByRole('button', { name: 'Done: Nominate a colleague' }).waitFor({ state: 'detached' })
  await list.getByRole('link', { name: 'See unanswered questions' }).click()
  await waitForPath(page, /^\/feed\?/)
  await expect
    .poll(() =>
      testServer.sql(
        `select data ->> 'referral_source' as source from analytics_events where key = 'feed-viewed' and user_id = $1`,
        [client.id],
      ),
    )
    .toEqual([{ source: 'onboarding' }])
  await open('/')
  await list.getByRole('button', { name: 'Dismiss' }).click()
  await list.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      testServer.sql('select onboarding_checklist_times_closed as times from users where id = $1', [client.id]),
    )
    .toEqual([{ times: 1 }])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hasClosedOnboardingChecklist'))).toBe('true')
  await open('/')
  await page.getByRole('heading', { level: 2, name: 'Members to know' }).waitFor()
  await expect.poll(() => list.count()).toBe(0)
  // Dismissing is stored per device; on another device the list remains.
  const other = await stage.member(await testServer.memberById(client.id))
  await other.open('/')
  await other.page.getByRole('region', { name: 'Getting started' }).waitFor()
})

it('leads through a tour once, past what is not on the page, and never again (UI-screen-feature-tours, STATE-tours-shown, STATE-tours-alerts-viewed)', async () => {
  await testServer.sql(
    `update feature_tour_items set selector = '[data-guide="nowhere"]' where index = 2 and tour_id = (select id from feature_tours where key = 'home')`,
  )
  const { page, open, client } = await stage.member(demoMembers.trial)
  await open('/')
  await page.mouse.move(300, 300)
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await tour.getByText('What’s been posted since your last visit.').waitFor()
  await expectAccessible(page, 'tour')
  await tour.getByRole('button', { name: 'Next' }).click()
  await tour.getByText('Members of your networks').waitFor()
  await tour.getByRole('button', { name: 'Done' }).click()
  await tour.waitFor({ state: 'detached' })
  const viewed = () =>
    testServer.sql(
      `select t.key from feature_tour_views v join feature_tours t on t.id = v.tour_id where v.user_id = $1 and t.key = 'home'`,
      [client.id],
    )
  await expect.poll(viewed).toEqual([{ key: 'home' }])
  const asked = page.waitForResponse((response) => response.url().endsWith('/GetUnviewedFeatureTours'))
  await open('/')
  await page.mouse.move(320, 320)
  await asked
  await expect.poll(() => tour.count()).toBe(0)
})

it('skipping a tour counts as having seen it, also by Escape', async () => {
  const { page, open, client } = await stage.member(demoMembers.newcomer)
  await open('/')
  await page.mouse.move(300, 300)
  const tour = page.getByRole('complementary', { name: 'Tour' })
  const ofHome = tour.getByText('What’s been posted since your last visit.')
  await ofHome.waitFor()
  // A step leaves with its page, and comes back with it.
  await page.getByRole('link', { name: 'Discussions', exact: true }).first().click()
  await waitForPath(page, '/feed')
  await ofHome.waitFor({ state: 'detached' })
  await page.goBack()
  await ofHome.waitFor()
  await tour.getByRole('button', { name: 'Skip tour' }).focus()
  await page.keyboard.press('Escape')
  await tour.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      testServer.sql(
        `select t.key from feature_tour_views v join feature_tours t on t.id = v.tour_id where v.user_id = $1 and t.key = 'home'`,
        [client.id],
      ),
    )
    .toEqual([{ key: 'home' }])
})

it('a tour leaves when the member uses what it explains, and does not cover it', async () => {
  const { page, open, client } = await stage.member(demoMembers.executive)
  await testServer.sql('delete from feature_tour_views where user_id = $1', [client.id])
  await open('/feed')
  await page.mouse.move(300, 300)
  const tour = page.getByRole('complementary', { name: 'Tour' })
  await tour.getByText('Ask here.').waitFor()
  await page.getByRole('button', { name: 'Start a discussion' }).first().click()
  await tour.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
  await expect
    .poll(() =>
      testServer.sql(
        `select t.key from feature_tour_views v join feature_tours t on t.id = v.tour_id where v.user_id = $1 and t.key = 'first-question'`,
        [client.id],
      ),
    )
    .toHaveLength(1)
})

it('tells of what is new until it was seen', async () => {
  const { page, open } = await stage.member(demoMembers.finance)
  await open('/')
  const alert = page.getByRole('region', { name: 'What’s new' })
  await alert.getByRole('heading', { name: 'Two-step sign-in is here' }).waitFor()
  const stored = page.waitForResponse((response) => response.url().endsWith('/ViewedFeatureAlert'))
  await alert.getByRole('button', { name: 'Not now' }).click()
  await alert.waitFor({ state: 'detached' })
  await stored
  await open('/')
  await page.getByRole('heading', { level: 2, name: 'Members to know' }).waitFor()
  await expect.poll(() => alert.count()).toBe(0)
})

it('accepts no text that has not come yet, or that came into force while an earlier one was read', async () => {
  const publish = (kind: string) =>
    testServer.sql(
      `insert into legal_documents (kind, version, title, sections, published_at)
       select kind, version + 1, title, sections, now() from legal_documents where kind = $1 order by version desc limit 1`,
      [kind],
    )
  const { page, open } = await stage.member(await invitee('trial'))
  await open('/onboarding/profile/complete')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await waitForPath(page, '/onboarding/create-password')
  await page.getByLabel('I accept the terms of use, version 1').check()
  await page.getByLabel('I accept the privacy policy, version 1').check()
  stage.expectProblem(/409/)
  await publish('terms_of_use')
  await page.getByLabel('New password').fill(PASSWORD)
  const send = page.getByRole('button', { name: 'Save password and continue' })
  await send.click()
  await page
    .getByText('The terms of use changed while you were reading. Please read the new version, then accept it.')
    .waitFor()
  await page.getByLabel('I accept the terms of use, version 2').waitFor()
  const text = Promise.withResolvers<void>()
  await page.route('**/api/graphql/GetLegalDocument', (route) => text.promise.then(() => route.continue()))
  await send.click()
  await waitForPath(page, '/onboarding/agreement')
  const accept = page.getByRole('button', { name: 'Accept agreement' })
  expect(await accept.isDisabled()).toBe(true)
  text.resolve()
  await page.getByText(/^Version 1, in effect since/).waitFor()
  await publish('membership_agreement')
  await accept.click()
  await page.getByRole('alert').getByText('The membership agreement changed while you were reading').waitFor()
  await page.getByText(/^Version 2, in effect since/).waitFor()
  await accept.click()
  await waitForPath(page, '/onboarding/welcome')
})
