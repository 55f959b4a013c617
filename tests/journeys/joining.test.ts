/** From the invitation email to the first question, and what can happen in between. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { freePort } from '../harness/free-port.ts'
import { networkIds } from '../harness/threads.ts'
import { waitForPath, isReady, openBrowser, PHONE, signIn, checkAllBoxes } from '../browser/kit/browser-setup.ts'
import { editorOf } from '../browser/kit/threads.ts'

/** The payment page redirects to the public address, so this server must know its own. */
const port = await freePort()
const stage = await openBrowser({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
const { testServer } = stage
const { legal } = await networkIds(testServer)
const PASSWORD = 'a lantern over the harbour'

let invited = 0
async function invite(first_name: string) {
  const email = `${first_name.toLowerCase()}-${(invited += 1)}@ostrander.test`
  const helen = await testServer.member(demoMembers.member)
  const body = { email, first_name, last_name: 'Quist', note: 'You would like it here.', peer_network_id: legal }
  await helen.send('POST', '/api/invitations', { body })
  const ruth = await testServer.member(demoMembers.staff)
  const [row] = await testServer.sql<{ id: number }>('select id from invitations where email = $1', [email])
  await ruth.send('POST', `/api/staff/invitations/${row!.id}`, { body: { decision: 'send' } })
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [email],
  )
  return { email, link: /https?:\/\/[^/\s]+(\/invite\/\S+)/.exec(mail!.text)![1]! }
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
async function begin(page: Page) {
  await heading(page, /^Join Legal Network/)
  await isReady(page)
  await page.getByRole('button', { name: /^(Get started|Continue)$/ }).click()
}
async function fillProfile(page: Page) {
  await waitForPath(page, '/onboarding/profile/complete')
  await isReady(page)
  await page.getByLabel('Title').fill('Senior Counsel')
  await page.getByLabel('Company').fill('Ostrander')
  await page.getByLabel('Country').fill('United States')
  await page.getByRole('button', { name: 'Save and continue' }).click()
}
async function pay(page: Page, card: string) {
  await waitForPath(page, '/onboarding/payment')
  await isReady(page)
  await page.getByRole('button', { name: /^Pay \$1,495\.00 by card$/ }).click()
  await waitForPath(page, /^\/checkout\//)
  await isReady(page)
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: /^Pay/ }).click()
}
async function choosePassword(page: Page) {
  await waitForPath(page, '/onboarding/create-password')
  await isReady(page)
  await page.getByLabel('New password').fill(PASSWORD)
  await checkAllBoxes(page)
  await page.getByRole('button', { name: 'Save password and continue' }).click()
}
/** How often each analytics event was recorded, for each invitation or member. */
const recorded = async (email: string) =>
  Object.fromEntries(
    (
      await testServer.sql<{ key: string; times: number }>(
        `select e.key, count(*)::integer as times from analytics_events e join users u on u.invite_code = e.invite_code or u.id = e.user_id
         where u.email = $1 group by e.key`,
        [email],
      )
    ).map(({ key, times }) => [key, times]),
  )

it('an invitee pays, chooses a password, agrees, is welcomed and asks a first question (FEATURE-onboarding-checkout, UI-screen-membership-agreement, UI-screen-onboarding-checklist-video, LAYOUT-simple-onboarding-token, ROLE-invitee, FIELD-invite_context.invite, FIELD-invite_context.step, ANALYTICS-page-landing, ANALYTICS-page-onboarding-payment, ANALYTICS-page-onboarding-create-password, ANALYTICS-page-onboarding-welcome, ANALYTICS-onboarding-checkout-loaded, ANALYTICS-onboarding-checkout-success)', async () => {
  const { email, link } = await invite('Ada')
  const { page, open } = await stage.stranger()
  await open(link)
  await heading(page, 'Helen Marsh invited you to Legal Network')
  await page.getByRole('link', { name: 'Accept invitation' }).click()
  await begin(page)
  await page.getByText('Helen Marsh invited you to Legal Network').waitFor()
  await fillProfile(page)
  // The payment step cannot be skipped by its URL.
  // Each view is counted before the next page is opened.
  const paymentViews = async () => (await recorded(email))['onboarding-checkout-loaded']
  await waitForPath(page, '/onboarding/payment')
  await expect.poll(paymentViews).toBe(1)
  await open('/onboarding/welcome')
  await waitForPath(page, '/onboarding/payment')
  await expect.poll(paymentViews).toBe(2)
  await open('/feed')
  await waitForPath(page, '/onboarding/payment')
  await expect.poll(paymentViews).toBe(3)
  await pay(page, 'Card accepted')
  await choosePassword(page)
  await waitForPath(page, '/onboarding/agreement')
  await isReady(page)
  await page.getByRole('button', { name: 'Accept agreement' }).click()
  await waitForPath(page, '/onboarding/welcome')
  await heading(page, 'Welcome to Legal Network')
  await isReady(page)
  await expect.poll(() => page.getByRole('main').getByRole('list').last().getByRole('listitem').count()).toBe(4)
  await expect.poll(() => page.locator('video').getAttribute('src')).toBe('/welcome/welcome.webm')
  await page.getByRole('button', { name: 'Enter' }).click()
  await waitForPath(page, '/')
  await heading(page, 'Welcome, Ada')
  await page.getByRole('heading', { level: 2, name: 'Getting started' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'All discussions' }).click()
  await waitForPath(page, '/feed')
  await isReady(page)
  await page.getByRole('button', { name: /Ask your peers/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who reviews your distributor contracts?')
  await (await editorOf(page, 'Your question')).pressSequentially('Ours go to whoever is free.')
  await page.getByRole('button', { name: /^Post to/ }).click()
  await page
    .locator('[data-top-layer]')
    .getByRole('heading', { level: 1, name: 'Who reviews your distributor contracts?' })
    .waitFor()
  const [user] = await testServer.sql(
    `select current_state, on_boarding_complete, registered, title, company_name, membership_agreement_accepted from users where email = $1`,
    [email],
  )
  expect(user).toEqual({
    current_state: 'full access',
    on_boarding_complete: true,
    registered: true,
    title: 'Senior Counsel',
    company_name: 'Ostrander',
    membership_agreement_accepted: true,
  })
  // One event for each view: the payment step was viewed four times, three of them redirects from a later step.
  await expect
    .poll(() => recorded(email))
    .toMatchObject({
      'landing-page-viewed': 1,
      'onboarding-payment-viewed': 4,
      'onboarding-checkout-loaded': 4,
      'onboarding-checkout-success': 1,
      'onboarding-create-password-viewed': 1,
      'onboarding-welcome-viewed': 1,
    })
  stage.expectProblem(/404/)
  await open(link)
  await heading(page, 'This invitation isn’t available')
})

/** Tabs on until the control has the focus, as one does without a mouse. */
async function reach(page: Page, control: Locator) {
  await control.waitFor()
  for (let tabs = 0; tabs < 80; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn't reach ${String(control)}.`)
}
const press = async (page: Page, control: Locator, key = 'Enter') => {
  await reach(page, control)
  await page.keyboard.press(key)
}
const type = async (page: Page, control: Locator, text: string) => {
  await reach(page, control)
  await page.keyboard.type(text)
}

it('an invitee joins and asks a first question with the keyboard alone', async () => {
  const { link } = await invite('Olga')
  const { page, open } = await stage.stranger()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await open(link)
  await press(page, page.getByRole('link', { name: 'Accept invitation' }))
  await heading(page, /^Join Legal Network/)
  await isReady(page)
  await press(page, button(/^(Get started|Continue)$/))
  await waitForPath(page, '/onboarding/profile/complete')
  await isReady(page)
  await type(page, page.getByLabel('Title'), 'Senior Counsel')
  await type(page, page.getByLabel('Company'), 'Ostrander')
  await type(page, page.getByLabel('Country'), 'United States')
  await press(page, button('Save and continue'))
  await waitForPath(page, '/onboarding/payment')
  await isReady(page)
  await press(page, button(/^Pay \$1,495\.00 by card$/))
  await waitForPath(page, /^\/checkout\//)
  await isReady(page)
  await press(page, page.getByRole('radio', { name: 'Card accepted' }), ' ')
  await press(page, button(/^Pay/))
  await waitForPath(page, '/onboarding/create-password')
  await isReady(page)
  await type(page, page.getByLabel('New password'), PASSWORD)
  for (const box of await page.getByRole('checkbox').all()) await press(page, box, ' ')
  await press(page, button('Save password and continue'))
  await waitForPath(page, '/onboarding/agreement')
  await isReady(page)
  await press(page, button('Accept agreement'))
  await waitForPath(page, '/onboarding/welcome')
  await isReady(page)
  await press(page, button('Enter'))
  await waitForPath(page, '/')
  await heading(page, 'Welcome, Olga')
  await press(page, page.getByRole('main').getByRole('link', { name: 'All discussions' }))
  await waitForPath(page, '/feed')
  await isReady(page)
  await press(page, button(/Ask your peers/))
  await type(page, page.getByRole('textbox', { name: 'Topic' }), 'Who keeps your board minutes?')
  await type(page, await editorOf(page, 'Your question'), 'Ours are with the secretary.')
  await press(page, button(/^Post to/))
  await page
    .locator('[data-top-layer]')
    .getByRole('heading', { level: 1, name: 'Who keeps your board minutes?' })
    .waitFor()
})

it('a card is declined, another device goes on with the same link, and later with the password (ANALYTICS-onboarding-checkout-error)', async () => {
  stage.expectProblem(/40\d/)
  const { email, link } = await invite('Bruno')
  const desk = await stage.stranger()
  await desk.open(link.replace('/invite/', '/onboarding/'))
  await begin(desk.page)
  await fillProfile(desk.page)
  await pay(desk.page, 'Card declined')
  await desk.page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
  const phone = await stage.stranger(PHONE)
  await phone.open(link.replace('/invite/', '/onboarding/'))
  await phone.page.getByText('Welcome back').waitFor()
  await begin(phone.page)
  await pay(phone.page, 'Card accepted')
  await choosePassword(phone.page)
  await waitForPath(phone.page, '/onboarding/agreement')
  // One payment, although two devices started checkout.
  expect(
    await testServer.sql(
      `select count(*)::integer as paid from subscriptions s join team_memberships m on m.team_id = s.team_id join users u on u.id = m.user_id where u.email = $1`,
      [email],
    ),
  ).toEqual([{ paid: 1 }])
  // Setting the password signed out the first device. After signing in, it continues where the other stopped.
  await desk.open('/onboarding')
  await waitForPath(desk.page, /^\/auth\/login/)
  await signIn(desk.page, email, PASSWORD)
  await waitForPath(desk.page, '/onboarding/agreement')
})

it('is over for who is suspended in the middle, wherever they stand', async () => {
  stage.expectProblem(/40\d/)
  const { email, link } = await invite('Clara')
  const { page, open } = await stage.stranger()
  await open(link.replace('/invite/', '/onboarding/'))
  await begin(page)
  await waitForPath(page, '/onboarding/profile/complete')
  await testServer.sql('update users set suspended = true where email = $1', [email])
  // Sessions are cached for three seconds. Poll outside the page, whose own redirect would cancel a navigation.
  await expect
    .poll(async () => new URL((await page.request.get('/onboarding/profile/complete')).url()).pathname, {
      timeout: 9_000,
    })
    .toBe('/auth/login')
  await fillProfile(page)
  await waitForPath(page, /^\/auth\/login/)
  await open(link)
  await heading(page, 'This invitation isn’t available')
})
