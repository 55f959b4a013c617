/** An owner adds an identity provider, a member signs in with it, and later ends that in the settings. */
import { expect, it } from 'vitest'
import { DEMO_PASSWORD, demoMembers } from '../demo-members.ts'
import { startOpenIdProvider } from '../harness/openid-provider.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser({ SINGLE_SIGN_ON_TO_PRIVATE: 'on' })
const { testServer } = stage
const bar = await startOpenIdProvider()
bar.origin = testServer.url
bar.person = { sub: 'bar-1', email: demoMembers.member }

it('shows a member no such page', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/single-sign-on')).toBe(404)
})

it('is added in two steps, each mistake beside its field, and turned on when the provider answers', async () => {
  stage.expectProblem(/400/)
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/single-sign-on')
  await page.getByText('No providers yet.').waitFor()
  await page.getByRole('button', { name: 'Add a provider' }).click()
  const form = page.getByRole('form', { name: 'New provider' })
  await form.getByRole('button', { name: 'Add provider' }).click()
  await form.getByText('Choose a network.').waitFor()
  await form.getByLabel('Network').selectOption(String((await networkIds(testServer)).legal))
  await form.getByLabel('Name').fill('State Bar')
  await form.getByLabel('Address of the provider').fill('state bar')
  await form.getByRole('button', { name: 'Add provider' }).click()
  await form.getByText('Enter the address of the provider, which begins with https://.').waitFor()
  await expectAccessible(page, 'a new provider')
  await form.getByLabel('Address of the provider').fill(bar.issuer)
  await form.getByRole('button', { name: 'Add provider' }).click()
  await page.getByText('Off: needs a client ID and a client secret').waitFor()
  await page.getByRole('button', { name: 'Edit State Bar' }).click()
  expect(await page.getByLabel('Redirect address').inputValue()).toMatch(/\/api\/auth\/single-sign-on\/\d+\/callback$/)
  const edit = page.getByRole('form', { name: 'State Bar' })
  await edit.getByLabel('Client ID').fill(bar.clientId)
  await edit.getByLabel('Client secret').fill(bar.clientSecret)
  await edit.getByRole('checkbox', { name: /Members can sign in/ }).check()
  bar.answers = 'error'
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText(/We couldn’t read/).waitFor()
  await expectAccessible(page, 'a provider')
  bar.answers = 'normally'
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('On, 0 members connected').waitFor()
  await page.getByRole('button', { name: 'Edit State Bar' }).click()
  expect(await page.getByLabel('Sign-in link').inputValue()).toMatch(/\/api\/auth\/single-sign-on\/\d+$/)
})

it('signs a member in, who confirms it once, and ends when the member says so', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login?next=%2Fmembers')
  await expectAccessible(page, 'the sign-in page with a provider')
  await page.getByRole('link', { name: 'Sign in with State Bar' }).click()
  await page.getByText('This is the first time State Bar signs you in.').waitFor()
  await expectAccessible(page, 'the first sign-in with a provider')
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ text: string }>(
    `select text from outgoing_mails where "to" = $1 and kind = 'sign-in-code' order by id desc limit 1`,
    [demoMembers.member],
  )
  await page.getByLabel('Code').fill(/^ {4}(\d{6})$/m.exec(mail!.text)![1]!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/members$/)
  await open('/profile/settings#single-sign-on')
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await section.getByRole('button', { name: 'Disconnect State Bar' }).click()
  await expectAccessible(page, 'single sign-on in the settings')
  await section.getByRole('button', { name: 'Disconnect State Bar' }).click()
  await section.getByText('No other organization signs you in.').waitFor()
})

it('says what to do instead, to whom a provider may not sign in', async () => {
  bar.person = { sub: 'bar-2', email: demoMembers.finance }
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await page.getByRole('link', { name: 'Sign in with State Bar' }).click()
  await page.getByText('We couldn’t sign you in that way. Use your email address and password.').waitFor()
  await page.getByLabel('Email address').fill(demoMembers.finance)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
})
