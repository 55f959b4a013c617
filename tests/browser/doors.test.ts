/** The doors as people use them: with the mail in one hand. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cast, DEMO_PASSWORD } from '../cast.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { arrivesAt, isReady, openStage, signIn, tickAll } from './kit/stage.ts'

const stage = await openStage({ CONFIRM_NEW_DEVICES: 'on' })
const { house } = stage
const { legal } = await networkIds(house)
const PASSWORD = 'a lantern over the harbour'

async function mailTo(email: string) {
  await house.runJobs()
  const [mail] = await house.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [email],
  )
  return mail!.text
}
/** The address in the mail, as a path of this house. */
const pathIn = (text: string) => /https?:\/\/[^/\s]+(\/\S+)/.exec(text)![1]!
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

it('leads from a forgotten password through the mail to a new one, signed in', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await isReady(page)
  await page.getByLabel('Email address').fill(cast.peer)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await heading(page, 'Look into your mail')
  await open(pathIn(await mailTo(cast.peer)))
  await page.getByLabel('New password').fill('Password2026')
  stage.expectProblem(/400/)
  await page.getByRole('button', { name: 'Change the password' }).click()
  // Said while it is typed, and by the refusal beside the field.
  await page
    .getByText(/guessed soon/)
    .nth(1)
    .waitFor()
  await expect
    .poll(() => page.getByLabel('New password').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('Password2026')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await arrivesAt(page, '/')
  await page.getByText('Marcus Oyelaran').first().waitFor()
})

it('says clearly that a link or an invitation cannot be used, the same for each reason', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.stranger()
  await open(`/auth/reset-password/${'x'.repeat(22)}`)
  await heading(page, 'This link cannot be used')
  await expectAccessible(page, 'spent link')
  const texts = []
  for (const path of [`/invite/${'x'.repeat(22)}`, `/onboarding/${'y'.repeat(22)}`, '/invite/short']) {
    await open(path)
    await heading(page, 'This invitation is not open')
    texts.push(await page.locator('main').innerText())
  }
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain(house.config.SUPPORT_EMAIL)
  await open(`/trial/${'z'.repeat(22)}`)
  await heading(page, 'This trial is not open')
})

it('asks at a new device for the code in the mail, and leads on to what was asked for', async () => {
  stage.expectProblem(/400/)
  const { page, context, open } = await stage.stranger()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/profile/settings')
  await signIn(page, cast.finance)
  await heading(page, 'Confirm that it is you')
  const code = /^ {4}(\d{6})$/m.exec(await mailTo(cast.finance))![1]!
  const field = page.getByLabel('Code')
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
  await isReady(page)
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('4 more tries are left').waitFor()
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
  await arrivesAt(page, '/profile/settings')
})

it('leads from an invitation into the steps, once (LAYOUT-invite, ROUTE-auth-invitation)', async () => {
  const ruth = await house.member(cast.staff)
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
  await page.getByLabel('Link of the invitation').fill(`https://peers.example${link}`)
  await page.getByRole('button', { name: 'See the invitation' }).click()
  await heading(page, 'Ruth Calloway invites you to Legal Network')
  await page.getByText('You would like it here.').waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(3)
  await expect.poll(() => page.evaluate(() => document.body.className)).toContain('theme-legal')
  await expectAccessible(page, 'invitation')
  await page.getByRole('link', { name: 'Accept the invitation' }).click()
  await heading(page, 'Join Legal Network')
  await page.getByText('ada@ostrander.test').waitFor()
  await expectAccessible(page, 'landing')
  await page.getByRole('button', { name: 'Begin' }).click()
  await arrivesAt(page, '/onboarding/profile/complete')
  await heading(page, 'What do you do, and where?')
  // The link leads back to the steps until there is a password to sign in with.
  await house.sql(
    `update users set current_state = 'trial', trial_end_date = now() + interval '9 days' where email = 'ada@ostrander.test'`,
  )
  await open('/onboarding/create-password')
  await page.getByLabel('New password').fill(PASSWORD)
  await tickAll(page)
  await page.getByRole('button', { name: 'Keep the password and go on' }).click()
  await arrivesAt(page, '/onboarding/agreement')
  stage.expectProblem(/404/)
  await open(link)
  await heading(page, 'This invitation is not open')
})

it('lets a member name a colleague, keeps what is not sent, and staff send it', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Invite a colleague' }).click()
  await page.getByLabel('First name').fill('Bruno')
  await page.getByLabel('Last name').fill('Keller')
  await page.getByLabel('A note to them').fill('We spoke about it in Basel.')
  await open('/profile/invite')
  await expect.poll(() => page.getByLabel('A note to them').inputValue()).toBe('We spoke about it in Basel.')
  await page.getByLabel('Business email address').fill('bruno@keller.test')
  await page.getByRole('button', { name: 'Name this colleague' }).click()
  await page.getByText(/^bruno@keller\.test.*staff have not decided yet/).waitFor()
  await expectAccessible(page, 'invite a colleague')
  const staff = await stage.member(cast.staff)
  await staff.open('/staff/invitations')
  await staff.page.getByRole('button', { name: 'Send to Bruno Keller' }).click()
  await staff.page.getByText('Invitation sent').waitFor()
  await staff.page.getByRole('button', { name: 'Withdraw from Bruno Keller' }).waitFor()
  await staff.page.getByLabel('Name, for staff only').fill('Autumn dinner')
  await staff.page.getByRole('button', { name: 'Make a trial code' }).click()
  await staff.page.getByText('it is shown this once').waitFor()
  await expectAccessible(staff.page, 'staff invitations')
  await expect.poll(() => mailTo('bruno@keller.test')).toContain('We spoke about it in Basel.')
  await staff.open('/staff/outbox')
  await staff.page.getByText('Helen Marsh invites you to Legal Network', { exact: true }).click()
  await staff.page.getByRole('link', { name: 'As it looks in a mail program' }).waitFor()
  await expectAccessible(staff.page, 'outbox')
})

it('opens a trial with the password chosen in its form, which is worth nothing in another browser', async () => {
  const staff = await stage.member(cast.staff)
  await staff.open('/staff/invitations')
  await staff.page.getByLabel('Name, for staff only').fill('Spring dinner')
  await staff.page.getByRole('button', { name: 'Make a trial code' }).click()
  const address = await staff.page.getByRole('status').getByRole('link').innerText()
  const { page, open } = await stage.stranger()
  await open(new URL(address).pathname)
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Falk')
  await page.getByLabel('Email address').fill('ines@falk.test')
  await page.getByLabel('Password').fill('short')
  await page.getByText(/at least 10 are needed/).waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await expectAccessible(page, 'a trial')
  await page.getByRole('button', { name: 'Send me the way in' }).click()
  await heading(page, 'Look into your mail')
  const path = pathIn(await mailTo('ines@falk.test'))
  await open(path)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await heading(page, 'Please accept the terms')
  await expect.poll(() => page.getByLabel('Password').count()).toBe(0)
  await tickAll(page)
  await page.getByRole('button', { name: 'Accept and go on' }).click()
  await heading(page, 'The membership agreement')
})

it('shows a member no page of staff', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(cast.member)
  for (const path of ['/staff/invitations', '/staff/outbox']) {
    expect(await open(path)).toBe(404)
    await heading(page, 'There is no page at this address')
  }
})

it('sets up an authenticator in the settings, and shows the backup codes once', async () => {
  stage.expectProblem(/400/)
  const { page, open } = await stage.member(cast.executive)
  await open('/profile/settings')
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByText('The password is not right.').waitFor()
  await page.getByLabel('Your password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('img', { name: 'Picture for your authenticator' }).waitFor()
  await expectAccessible(page, 'two-step')
  await page.getByLabel('Code of 6 digits').fill('000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('Enter the one that your authenticator shows now').waitFor()
})
