/** The settings as members use them: each describes its effect and saves automatically. */
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { interceptFirst } from './kit/intercept-first.ts'
import { waitForPath, isReady, openBrowser, PHONE, signIn, type BrowserSession } from './kit/browser-setup.ts'

const stage = await openBrowser({ LOGIN_ATTEMPTS: '1000' })
const { testServer } = stage
const NEW_PASSWORD = 'a lantern over the harbour'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
async function settings(who: string, options?: Parameters<typeof stage.member>[1]): Promise<BrowserSession> {
  const browserSession = await stage.member(who, options)
  await browserSession.open('/profile/settings')
  await section(browserSession.page, 'Email addresses').getByText('You sign in with this address').waitFor()
  return browserSession
}
async function mailTo(email: string, kind: string) {
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 and kind = $2 order by id desc limit 1',
    [email, kind],
  )
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(mail!.text)![1]!
}
it('finds a setting by a word, and says when there is none (ROUTE-profile-settings)', async () => {
  const { page } = await settings(demoMembers.member)
  await expect.poll(() => page.title()).toContain('Settings')
  const find = page.getByRole('searchbox', { name: 'Search settings' })
  await find.fill('authenticator')
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toContain('Two-step sign-in')
  await expect.poll(() => section(page, 'Password').isVisible()).toBe(false)
  await find.fill('weather')
  await page.getByRole('heading', { name: 'No settings match “weather”' }).waitFor()
  await page.getByRole('button', { name: 'Show all settings' }).click()
  await section(page, 'Password').waitFor()
})

it('changes the name with a way back, and refuses one that is empty', async () => {
  const { page } = await settings(demoMembers.peer)
  const names = section(page, 'Name and photo')
  await names.getByRole('button', { name: 'Change name' }).click()
  await names.getByLabel('First name').fill('   ')
  await names.getByRole('button', { name: 'Save name' }).click()
  await names.getByText('Enter the first name.').waitFor()
  await names.getByLabel('First name').fill('Marc')
  await names.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Your name is now Marc Oyelaran').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Name restored').waitFor()
  await names.getByText('Marcus Oyelaran').waitFor()
})

it('keeps the time zone, and takes it back', async () => {
  const { page } = await settings(demoMembers.member)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const before = await zone.inputValue()
  await zone.selectOption('Europe/Berlin')
  await page.getByText('Time zone: Europe/Berlin').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => zone.inputValue()).toBe(before)
})

it('keeps whether others see that one is here, and how discussions come by mail (UI-screen-settings-email-preference)', async () => {
  const { page, open } = await settings(demoMembers.member)
  await page.getByRole('checkbox', { name: /Show when I’m online/ }).uncheck()
  await page.getByRole('radio', { name: /Daily digest One email/ }).check()
  await page.getByText('Saved: daily digest').waitFor()
  await open('/profile/settings')
  await expect.poll(() => page.getByRole('radio', { name: /Daily digest One email/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox', { name: /Show when I’m online/ }).isChecked()).toBe(false)
  await page.getByRole('radio', { name: /^None/ }).check()
  await page.getByText('Saved: none').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => page.getByRole('radio', { name: /Daily digest One email/ }).isChecked()).toBe(true)
  await page.route('**/api/graphql/UpdateEmailPreference', (route) =>
    route.fulfill({ json: { data: null, errors: [{ message: 'Not now.', extensions: { code: 'people.no' } }] } }),
  )
  await page.getByRole('radio', { name: /Every message/ }).click()
  await page.getByText('Not now.').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /Daily digest One email/ }).isChecked()).toBe(true)
})

it('cuts a picture to what is shown, and says when a file is none (UI-screen-settings-profile-picture)', async () => {
  const { page } = await settings(demoMembers.finance)
  const chooser = section(page, 'Name and photo').locator('input[type=file]')
  await chooser.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText('We couldn’t open this file as an image').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#205080' } })
    .png()
    .toBuffer()
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const use = page.getByRole('button', { name: 'Use photo' })
  await expect.poll(() => use.isEnabled()).toBe(true)
  await page.getByLabel('Zoom').fill('2')
  await expectAccessible(page, 'cutting a picture')
  stage.expectProblem(/ERR_FAILED/)
  await interceptFirst(page, '**/api/uploads', (route) => route.abort())
  await use.click()
  await page.getByRole('alert').getByText('Your photo wasn’t changed. You’re offline').waitFor()
  await use.click()
  await page.getByText('Photo updated').waitFor()
  await use.waitFor({ state: 'detached' })
  const shown = section(page, 'Name and photo').locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(640)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByText('Photo removed').waitFor()
})

it('changes the address when both mailboxes agree, and takes it back (UI-screen-settings-emails)', async () => {
  const { page, open } = await settings(demoMembers.executive)
  const addresses = section(page, 'Email addresses')
  await addresses.getByRole('button', { name: 'Change email address' }).click()
  await addresses.getByLabel('New email address').fill(demoMembers.executive)
  await addresses.getByRole('button', { name: 'Send links' }).click()
  await addresses.getByText('You already sign in with this address').waitFor()
  await addresses.getByLabel('New email address').fill('ingrid@new.test')
  await addresses.getByRole('button', { name: 'Send links' }).click()
  await addresses.getByText('You asked to change it to ingrid@new.test').waitFor()
  await open(await mailTo('ingrid@new.test', 'email-new'))
  await page.getByRole('heading', { level: 1, name: 'Confirm this email change?' }).waitFor()
  await expectAccessible(page, 'confirming an address')
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await page.getByRole('heading', { level: 1, name: 'This address is confirmed' }).waitFor()
  await open(await mailTo(demoMembers.executive, 'email-wanted'))
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await page.getByRole('heading', { level: 1, name: 'Email address changed' }).waitFor()
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await isReady(page)
  await section(page, 'Email addresses').getByText('ingrid@new.test').waitFor()
  await open(await mailTo(demoMembers.executive, 'email-changed'))
  await page.getByRole('button', { name: 'Undo change' }).click()
  await page.getByRole('heading', { level: 1, name: 'Change undone' }).waitFor()
  stage.expectProblem(/404/)
  await open(`/auth/confirm-email?token=${'x'.repeat(22)}`)
  await page.getByRole('heading', { level: 1, name: 'This link can’t be used' }).waitFor()
})

it('changes the password, says how strong it is, and what is wrong with it (UI-screen-settings-password)', async () => {
  const { page } = await settings(demoMembers.groupAdmin)
  const password = section(page, 'Password')
  await password.getByRole('button', { name: 'Change password' }).click()
  await password.getByLabel('New password', { exact: true }).fill('Password2026')
  await password.getByText(/easy to guess/).waitFor()
  await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await password.getByText('Very strong').waitFor()
  await expectAccessible(page, 'a new password')
  await password.getByLabel('Current password').fill('wrong')
  await password.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await password.getByRole('button', { name: 'Save password' }).click()
  await password.getByText('The password is incorrect.').waitFor()
  await expect
    .poll(() => password.getByLabel('Current password').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await password.getByLabel('Current password').fill(DEMO_PASSWORD)
  await password.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Password changed').waitFor()
  const other = await stage.stranger()
  await other.open('/auth/login')
  await signIn(other.page, demoMembers.groupAdmin, NEW_PASSWORD)
  await waitForPath(other.page, '/')
})

it('adds a passkey, signs in with it, and removes it', async () => {
  const browserSession = await stage.member(demoMembers.trial)
  const { page, context } = browserSession
  // Passkeys need a host name; an IP address is not valid.
  const home = testServer.url.replace('127.0.0.1', 'localhost')
  await context.addCookies(
    [...browserSession.client.cookies].map(([name, value]) => ({ name, value, url: home, sameSite: 'Lax' as const })),
  )
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${home}/profile/settings`)
  await isReady(page)
  const passkeys = section(page, 'Passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Name').fill('Work laptop')
  await passkeys.getByLabel('Your password').fill('wrong')
  stage.expectProblem(/400/)
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByText('The password is incorrect.').waitFor()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey added').waitFor()
  await passkeys.getByText('Work laptop').waitFor()
  await expectAccessible(page, 'passkeys')

  // The same device tries to add a second passkey for the same member.
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByText('already has a passkey for your account').waitFor()
  await passkeys.getByRole('button', { name: 'Cancel' }).click()

  // A page that is still loading would go to the sign-in page by itself.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(`${home}/auth/login`)
  await isReady(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${home}/`)
  await page.goto(`${home}/profile/settings`)
  await isReady(page)
  await passkeys.getByText(/Last used/).waitFor()
  await passkeys.getByRole('button', { name: 'Remove passkey Work laptop' }).click()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('Passkey removed').waitFor()

  // A page that is still loading would go to the sign-in page by itself.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(`${home}/auth/login`)
  await isReady(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('We couldn’t use this passkey').waitFor()
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})

it('gives a copy of one’s data by mail and password, and lets one leave and stay', async () => {
  const { page, open } = await settings(demoMembers.newcomer, PHONE)
  const own = section(page, 'Your data')
  await own.getByRole('button', { name: 'Request a copy' }).click()
  stage.expectProblem(/400/)
  await own.getByLabel('Your password').fill('wrong')
  await own.getByRole('button', { name: 'Request copy' }).click()
  await own.getByText('The password is incorrect.').waitFor()
  await own.getByLabel('Your password').fill(DEMO_PASSWORD)
  await own.getByRole('button', { name: 'Request copy' }).click()
  await page.getByText('We’re preparing your data').waitFor()
  await open((await mailTo(demoMembers.newcomer, 'data-export')).replace('&#', '#'))
  await own.getByLabel('Your password').fill(DEMO_PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    own.getByRole('button', { name: 'Download copy' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('counterpart-data.json')
  await own.getByRole('button', { name: 'Delete my account' }).click()
  await own.getByLabel('Your password').last().fill(DEMO_PASSWORD)
  await own.getByRole('button', { name: 'Delete in 14 days' }).click()
  await own.getByText(/Your account will be deleted on/).waitFor()
  await expectAccessible(page, 'leaving')
  await own.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByText('Deletion canceled. Your account stays open').waitFor()
  await own.getByRole('button', { name: 'Delete my account' }).waitFor()
})

it('says what could not be loaded, and loads it again', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  stage.expectProblem(/500/)
  let isBroken = true
  await page.route(/\/api\/(graphql\/AccountSettings|auth\/passkeys|account\/own-data)$/, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { message: 'x', code: 'internal' } }) : route.continue(),
  )
  await open('/profile/settings')
  await section(page, 'Your data').getByText('We couldn’t load this').waitFor({ timeout: 20_000 })
  isBroken = false
  await section(page, 'Your data').getByRole('button', { name: 'Try again' }).click()
  await section(page, 'Your data').getByText('A copy of your data').waitFor()
})

it('leads to the terms, the privacy policy and the membership agreement from the menu, and from the sign-in page', async () => {
  const { page, open } = await settings(demoMembers.member)
  const legal = section(page, 'Terms and privacy')
  for (const name of ['Terms of use', 'Privacy policy', 'Membership agreement'])
    await legal.getByRole('link', { name, exact: true }).waitFor()
  expect(await legal.getByRole('link', { name: 'Legal Network’s version' }).count()).toBe(3)
  await page
    .getByRole('button', { name: /Helen Marsh/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Terms and privacy' }).waitFor()
  await open('/feed')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Events website', 'On-demand CLE', 'Nominate a peer'])
    await expect
      .poll(() => main.getByRole('link', { name: `${name} (opens another site)` }).getAttribute('target'))
      .toBe('_blank')
  const stranger = await stage.stranger()
  await stranger.open('/auth/login')
  await stranger.page.getByRole('link', { name: 'Privacy policy' }).click()
  await stranger.page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor()
})

it('lets a member choose not to be counted: no event leaves the browser any more (COUNT-consent)', async () => {
  const { page, open } = await settings(demoMembers.peer)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/tracking/analytics-event')) sent.push(request.url())
  })
  await open('/feed')
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await open('/profile/settings')
  const choice = page.getByRole('checkbox', { name: 'Count my activity in statistics' })
  const [saved] = await Promise.all([page.waitForResponse(/UpdateDisplayPreferences/i), choice.uncheck()])
  expect(saved.status()).toBe(200)
  sent.length = 0
  for (const path of ['/feed', '/members', '/profile/settings']) await open(path)
  expect(await choice.isChecked()).toBe(false)
  expect(sent).toEqual([])
})

it('creates an access token, shows it once with an example, and revokes it', async () => {
  await testServer.sql('update peer_networks set allows_access_tokens = false')
  const { page, open } = await settings(demoMembers.peer)
  const tokens = section(page, 'Access tokens')
  await tokens.getByText('You can’t create a token because these networks don’t allow access tokens').waitFor()
  await testServer.sql('update peer_networks set allows_access_tokens = true')
  await open('/profile/settings')
  await tokens.getByRole('button', { name: 'Create a token' }).click()
  await tokens.getByLabel('Name').fill('Reading list')
  await tokens.getByLabel('Your password').fill(DEMO_PASSWORD)
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await tokens.getByText('Choose what the token can read.').waitFor()
  await tokens.getByRole('checkbox', { name: /discussions:read/ }).check()
  await expectAccessible(page, 'a new access token')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  const token = await tokens.getByLabel('Access token', { exact: true }).inputValue()
  const answer = await fetch(`${testServer.url}/api/graphql/threads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ variables: { limit: 1 } }),
  })
  expect(answer.status).toBe(200)
  await expectAccessible(page, 'the access token')
  await tokens.getByRole('button', { name: 'I’ve copied it' }).click()
  await tokens.getByRole('button', { name: 'Revoke token Reading list' }).click()
  await page.getByText('Access token revoked').waitFor()
  await expect.poll(() => tokens.getByRole('button', { name: 'Revoke token Reading list' }).count()).toBe(0)
})
