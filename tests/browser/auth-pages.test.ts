/** The auth pages, with the links from their emails. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { waitForPath, isReady, openBrowser, signIn, checkAllBoxes } from './kit/browser-setup.ts'

const stage = await openBrowser({ CONFIRM_NEW_DEVICES: 'on' })
const { testServer } = stage
const { legal } = await networkIds(testServer)
const PASSWORD = 'a lantern over the harbour'

async function mailTo(email: string) {
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [email],
  )
  return mail!.text
}
/** The link in the email, as a path on this server. */
const pathIn = (text: string) => /https?:\/\/[^/\s]+(\/\S+)/.exec(text)![1]!
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

it('leads from a forgotten password through the mail to a new one, signed in', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await isReady(page)
  await page.getByLabel('Email address').fill(demoMembers.peer)
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your email')
  await open(pathIn(await mailTo(demoMembers.peer)))
  await page.getByLabel('New password').fill('Password2026')
  stage.expectProblem(/400/)
  await page.getByRole('button', { name: 'Change password' }).click()
  // Shown twice: while typing, and with the error next to the field.
  await page
    .getByText(/easy to guess/)
    .nth(1)
    .waitFor()
  await expect
    .poll(() => page.getByLabel('New password').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('Password2026')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await waitForPath(page, '/')
  await page.getByText('Marcus Oyelaran').first().waitFor()
})

it('says that a reset link is not complete, and leads on from the new one to where one was going (ROUTE-auth-reset-password)', async () => {
  const { page, open } = await stage.stranger()
  expect(await open('/auth/reset-password?next=%2Ffeed%23message-34')).toBe(200)
  await heading(page, 'This link is incomplete')
  await expectAccessible(page, 'incomplete link')
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await isReady(page)
  await page.getByLabel('Email address').fill(demoMembers.billing)
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your email')
  await open(pathIn(await mailTo(demoMembers.billing)))
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await waitForPath(page, '/feed#message-34')
})

it('says clearly that a link or an invitation cannot be used, the same for each reason', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.stranger()
  await open(`/auth/reset-password/${'x'.repeat(22)}`)
  await heading(page, 'This link can’t be used')
  await expectAccessible(page, 'spent link')
  const texts = []
  for (const path of [`/invite/${'x'.repeat(22)}`, `/onboarding/${'y'.repeat(22)}`, '/invite/short']) {
    await open(path)
    await heading(page, 'This invitation isn’t available')
    texts.push(await page.locator('main').innerText())
  }
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain(testServer.config.SUPPORT_EMAIL)
  await open(`/trial/${'z'.repeat(22)}`)
  await heading(page, 'This trial isn’t available')
})

it('asks at a new device for the code in the mail, and leads on to what was asked for', async () => {
  stage.expectProblem(/400/)
  const { page, context, open } = await stage.stranger()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/profile/settings')
  await signIn(page, demoMembers.finance)
  await heading(page, 'Confirm it’s you')
  const code = /^ {4}(\d{6})$/m.exec(await mailTo(demoMembers.finance))![1]!
  const field = page.getByLabel('Code')
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
  await isReady(page)
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('You have 4 more attempts').waitFor()
  await expectAccessible(page, 'confirm login')
  await field.fill('')
  await field.evaluate(
    (element, text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text)
    },
    `${code.slice(0, 3)} ${code.slice(3)}`,
  )
  await waitForPath(page, '/profile/settings')
})

it('leads from an invitation into the steps, once (LAYOUT-invite, ROUTE-auth-invitation)', async () => {
  const ruth = await testServer.member(demoMembers.staff)
  await ruth.send('POST', '/api/invitations', {
    body: {
      email: 'ada@ostrander.test',
      first_name: 'Ada',
      last_name: 'Quist',
      note: 'You would like it here.',
      peer_network_id: legal,
    },
  })
  const link = pathIn(await mailTo('ada@ostrander.test'))
  const { page, open } = await stage.stranger()
  await open('/auth/invitation')
  await page.getByLabel('Invitation link').fill(`https://peers.example${link}`)
  await page.getByRole('button', { name: 'View invitation' }).click()
  await heading(page, 'Ruth Calloway invited you to Legal Network')
  await page.getByText('You would like it here.').waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(3)
  await expect.poll(() => page.evaluate(() => document.body.className)).toContain('theme-legal')
  await expectAccessible(page, 'invitation')
  await page.getByRole('link', { name: 'Accept invitation' }).click()
  await heading(page, 'Join Legal Network')
  await page.getByText('ada@ostrander.test').waitFor()
  await expectAccessible(page, 'landing')
  await page.getByRole('button', { name: 'Get started' }).click()
  await waitForPath(page, '/onboarding/profile/complete')
  await heading(page, 'What do you do, and where?')
  // Until the member has a password to sign in with, the invitation link leads back to the steps.
  await testServer.sql(
    `update users set current_state = 'trial', trial_end_date = now() + interval '9 days' where email = 'ada@ostrander.test'`,
  )
  await open('/onboarding/create-password')
  await page.getByLabel('New password').fill(PASSWORD)
  await checkAllBoxes(page)
  await page.getByRole('button', { name: 'Save password and continue' }).click()
  await waitForPath(page, '/onboarding/agreement')
  stage.expectProblem(/404/)
  await open(link)
  await heading(page, 'This invitation isn’t available')
})

it('lets a member name a colleague, keeps what is not sent, and staff send it', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Invite a colleague' }).click()
  await page.getByLabel('First name').fill('Bruno')
  await page.getByLabel('Last name').fill('Keller')
  await page.getByLabel('Personal note').fill('We spoke about it in Basel.')
  await open('/profile/invite')
  await expect.poll(() => page.getByLabel('Personal note').inputValue()).toBe('We spoke about it in Basel.')
  await page.getByLabel('Business email address').fill('bruno@keller.test')
  await page.getByRole('button', { name: 'Nominate colleague' }).click()
  await page.getByText(/^bruno@keller\.test.*waiting for staff/).waitFor()
  await expectAccessible(page, 'invite a colleague')
  const staff = await stage.member(demoMembers.staff)
  await staff.open('/staff/invitations')
  await staff.page.getByRole('button', { name: 'Send to Bruno Keller' }).click()
  await staff.page.getByText('Invitation sent').waitFor()
  await staff.page.getByRole('button', { name: 'Withdraw invitation for Bruno Keller' }).waitFor()
  await staff.page.getByLabel('Name (staff only)').fill('Autumn dinner')
  await staff.page.getByRole('button', { name: 'Create trial code' }).click()
  await staff.page.getByText('It won’t be shown again').waitFor()
  await expectAccessible(staff.page, 'staff invitations')
  await expect.poll(() => mailTo('bruno@keller.test')).toContain('We spoke about it in Basel.')
  await staff.open('/staff/outbox')
  await staff.page.getByText('Helen Marsh invited you to Legal Network', { exact: true }).click()
  await staff.page.getByRole('link', { name: 'Preview as email' }).waitFor()
  await expectAccessible(staff.page, 'outbox')
})

it('opens a trial with the password chosen in its form, which is worth nothing in another browser', async () => {
  const staff = await stage.member(demoMembers.staff)
  await staff.open('/staff/invitations')
  await staff.page.getByLabel('Name (staff only)').fill('Spring dinner')
  await staff.page.getByRole('button', { name: 'Create trial code' }).click()
  const address = await staff.page.getByRole('status').getByRole('link').innerText()
  const { page, open } = await stage.stranger()
  await open(new URL(address).pathname)
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Falk')
  await page.getByLabel('Email address').fill('ines@falk.test')
  await page.getByLabel('Password').fill('short')
  await page.getByText(/It needs at least 10/).waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await expectAccessible(page, 'a trial')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await heading(page, 'Check your email')
  const path = pathIn(await mailTo('ines@falk.test'))
  await open(path)
  await page.getByRole('button', { name: 'Get started' }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await heading(page, 'Please accept the terms')
  await expect.poll(() => page.getByLabel('Password').count()).toBe(0)
  await checkAllBoxes(page)
  await page.getByRole('button', { name: 'Accept and continue' }).click()
  await heading(page, 'The membership agreement')
})

it('shows a member no page of staff', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(demoMembers.member)
  for (const path of ['/staff/invitations', '/staff/outbox']) {
    expect(await open(path)).toBe(404)
    await heading(page, 'Page not found')
  }
})

it('sets up an authenticator in the settings, and shows the backup codes once', async () => {
  stage.expectProblem(/400/)
  const { page, open } = await stage.member(demoMembers.executive)
  await open('/profile/settings')
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByText('The password is incorrect.').waitFor()
  await page.getByLabel('Your password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await expectAccessible(page, 'two-step')
  await page.getByLabel('6-digit code').fill('000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Enter the code your authenticator app is showing now').waitFor()
})
