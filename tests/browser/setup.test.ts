/** From an empty server to the first post of an invited member, in the browser alone. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newSetupLink } from '#server/features/accounts/index.ts'
import { mailTo, PASSWORD, tokenIn } from '../harness/visitors.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE, waitForPath } from './kit/browser-setup.ts'
import { write } from './kit/threads.ts'

const stage = await openBrowser({}, { isEmpty: true })
const { testServer } = stage
const newLink = async () => new URL((await newSetupLink(testServer.database.write, testServer.url))!).pathname
let path = ''
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

it('refuses a wrong link with a page that says what to do (STAFF-setup)', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.stranger(PHONE)
  expect(await open(`/setup/${'A'.repeat(22)}`)).toBe(404)
  await heading(page, 'This link can’t be used')
  await page.getByText('start the server again').waitFor()
  await expectAccessible(page, 'a wrong link')
})

it('goes from the link in the log to the first post of an invited member (STAFF-setup)', async () => {
  path = await newLink()
  const { page, open } = await stage.stranger()
  await open(path)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('Email address').fill('ada@owner.test')
  await page.getByLabel('New password').fill('password12')
  await page.getByRole('button', { name: 'Create account and continue' }).click()
  stage.expectProblem(/400/)
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe('ada@owner.test')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account and continue' }).click()
  await heading(page, 'Your first network')
  await expectAccessible(page, 'first network')
  await page.getByLabel('Name', { exact: true }).fill('Midwest Finance Leaders')
  await page.getByLabel('Discipline').selectOption({ label: 'Finance' })
  await page.getByText('Ledger green').first().click()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await heading(page, 'Chapters and lists')
  // Left, and resumed at the same place.
  await open('/staff/setup')
  await heading(page, 'Chapters and lists')
  await expectAccessible(page, 'lists to start with')
  await page.getByRole('button', { name: 'Select none' }).click()
  for (const name of ['Chicago', 'Midwest']) await page.getByLabel(name, { exact: true }).check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await heading(page, 'Prices and welcome')
  // A price that was typed is not passed over.
  await page.getByLabel('Price', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('The price above isn’t saved yet.').waitFor()
  await page.getByLabel('Price', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await heading(page, 'Email')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await page.getByText('No mail server is set').waitFor()
  await expectAccessible(page, 'email')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await heading(page, 'Payment')
  await page.getByRole('button', { name: 'Test the payment provider' }).click()
  await page.getByText('no money moves').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Bring people and archives')
  await expectAccessible(page, 'people and archives')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await heading(page, 'Invite your first members')
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Business email address').fill('grace@finance.test')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('grace@finance.test').waitFor()
  await page.getByRole('button', { name: 'Open the community' }).click()
  await page.getByRole('heading', { name: 'The community is open' }).waitFor()
  await expectAccessible(page, 'invitations')
  await expectRest(page, open)
  const mail = await mailTo(testServer, 'grace@finance.test')
  await expectFirstPost(tokenIn(mail!.text))
})

/** What is left stays on the navigation of staff, until it is dismissed. */
async function expectRest(page: Page, open: (path: string) => Promise<number>) {
  await open('/staff/networks')
  const row = page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: /Set-up/ })
  await row.click()
  await heading(page, 'Invite your first members')
  await page.getByRole('list', { name: 'Steps that are left' }).getByRole('link', { name: 'Email' }).waitFor()
  await page.getByRole('button', { name: 'Hide what is left' }).click()
  await page.getByText('You haven’t done these yet:').waitFor({ state: 'detached' })
  await open('/staff/networks')
  await page.getByRole('list', { name: 'Networks' }).getByText('Midwest Finance Leaders').waitFor()
  await expect.poll(() => row.count()).toBe(0)
}

async function expectFirstPost(token: string) {
  const { page, open } = await stage.stranger()
  await open(`/invite/${token}`)
  await page.getByRole('link', { name: 'Accept invitation' }).click()
  await page.getByRole('button', { name: 'Get started' }).click()
  await heading(page, 'What do you do, and where?')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await heading(page, 'Choose a password')
  await page.getByLabel('New password').fill(PASSWORD)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Save password and continue' }).click()
  await heading(page, 'The membership agreement')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /accept/i }).click()
  await heading(page, 'Welcome to Midwest Finance Leaders')
  await page.getByRole('button', { name: 'Enter' }).click()
  await waitForPath(page, '/')
  await open('/feed')
  // Nobody is counted yet.
  await page.getByText('What’s said here stays here.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Ask your peers/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who signs below $50,000?')
  await write(page, 'Your question', 'Our board asks again.')
  await page.getByRole('button', { name: /^Post to/ }).click()
  await page.getByRole('heading', { name: 'Who signs below $50,000?' }).waitFor()
}

it('refuses the link once there is an owner, and makes no second one (STAFF-setup)', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.stranger()
  expect(await open(path)).toBe(404)
  await heading(page, 'This link can’t be used')
  await page.getByText('If you’ve already made your account, sign in.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await newSetupLink(testServer.database.write, testServer.url)).toBeUndefined()
  expect(await testServer.sql(`select from staff_grants where role = 'owner'`)).toHaveLength(1)
})
