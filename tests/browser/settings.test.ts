/** The settings as members use them: each says its effect and saves by itself. */
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cast, DEMO_PASSWORD } from '../cast.ts'
import { expectAccessible } from './kit/accessible.ts'
import { arrivesAt, isReady, openStage, PHONE, signIn, type Seat } from './kit/stage.ts'

const stage = await openStage({ LOGIN_ATTEMPTS: '1000' })
const { house } = stage
const NEW_PASSWORD = 'a lantern over the harbour'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
async function settings(who: string, options?: Parameters<typeof stage.member>[1]): Promise<Seat> {
  const seat = await stage.member(who, options)
  await seat.open('/profile/settings')
  await section(seat.page, 'Email addresses').getByText('You sign in with it').waitFor()
  return seat
}
async function mailTo(email: string, kind: string) {
  await house.runJobs()
  const [mail] = await house.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 and kind = $2 order by id desc limit 1',
    [email, kind],
  )
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(mail!.text)![1]!
}
it('finds a setting by a word, and says when there is none (ROUTE-profile-settings)', async () => {
  const { page } = await settings(cast.member)
  await expect.poll(() => page.title()).toContain('Settings')
  const find = page.getByRole('searchbox', { name: 'Find a setting' })
  await find.fill('authenticator')
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toContain('Two-step sign-in')
  await expect.poll(() => section(page, 'Password').isVisible()).toBe(false)
  await find.fill('weather')
  await page.getByRole('heading', { name: 'No setting is called “weather”' }).waitFor()
  await page.getByRole('button', { name: 'Show all settings' }).click()
  await section(page, 'Password').waitFor()
})

it('changes the name with a way back, and refuses one that is empty', async () => {
  const { page } = await settings(cast.peer)
  const names = section(page, 'How others see you')
  await names.getByRole('button', { name: 'Change the name' }).click()
  await names.getByLabel('First name').fill('   ')
  await names.getByRole('button', { name: 'Save the name' }).click()
  await names.getByText('Enter the first name.').waitFor()
  await names.getByLabel('First name').fill('Marc')
  await names.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('Your name is Marc Oyelaran').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Your name is as it was').waitFor()
  await names.getByText('Marcus Oyelaran').waitFor()
})

it('keeps the time zone, and takes it back', async () => {
  const { page } = await settings(cast.member)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const before = await zone.inputValue()
  await zone.selectOption('Europe/Berlin')
  await page.getByText('Time zone: Europe/Berlin').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => zone.inputValue()).toBe(before)
})

it('keeps whether others see that one is here, and how discussions come by mail (UI-screen-settings-email-preference)', async () => {
  const { page, open } = await settings(cast.member)
  await page.getByRole('checkbox', { name: /Show when I am here/ }).uncheck()
  await page.getByRole('radio', { name: /Once a day One mail/ }).check()
  await page.getByText('Discussions by mail: once a day').waitFor()
  await open('/profile/settings')
  await expect.poll(() => page.getByRole('radio', { name: /Once a day One mail/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox', { name: /Show when I am here/ }).isChecked()).toBe(false)
  await page.getByRole('radio', { name: /^Nothing/ }).check()
  await page.getByText('Discussions by mail: nothing').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => page.getByRole('radio', { name: /Once a day One mail/ }).isChecked()).toBe(true)
  await page.route('**/api/graphql/UpdateEmailPreference', (route) =>
    route.fulfill({ json: { data: null, errors: [{ message: 'Not now.', extensions: { code: 'people.no' } }] } }),
  )
  await page.getByRole('radio', { name: /Everything at once/ }).click()
  await page.getByText('Not now.').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /Once a day One mail/ }).isChecked()).toBe(true)
})

it('cuts a picture to what is shown, and says when a file is none (UI-screen-settings-profile-picture)', async () => {
  const { page } = await settings(cast.finance)
  const chooser = section(page, 'How others see you').locator('input[type=file]')
  await chooser.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText('cannot be read as a picture').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#205080' } })
    .png()
    .toBuffer()
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const use = page.getByRole('button', { name: 'Use this picture' })
  await expect.poll(() => use.isEnabled()).toBe(true)
  await page.getByLabel('Size').fill('2')
  await expectAccessible(page, 'cutting a picture')
  stage.expectProblem(/ERR_FAILED/)
  await page.route('**/api/uploads', (route) => route.abort(), { times: 1 })
  await use.click()
  await page.getByRole('alert').getByText('The picture was not changed: there is no connection.').waitFor()
  await use.click()
  await page.getByText('Your picture is changed').waitFor()
  await use.waitFor({ state: 'detached' })
  const shown = section(page, 'How others see you').locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(640)
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await page.getByText('Your picture is removed').waitFor()
})

it('changes the address when both mailboxes agree, and takes it back (UI-screen-settings-emails)', async () => {
  const { page, open } = await settings(cast.executive)
  const addresses = section(page, 'Email addresses')
  await addresses.getByRole('button', { name: 'Change the address' }).click()
  await addresses.getByLabel('New address').fill(cast.peer)
  await addresses.getByRole('button', { name: 'Send the links' }).click()
  await addresses.getByText('belongs to an account already').waitFor()
  await addresses.getByLabel('New address').fill('ingrid@new.test')
  await addresses.getByRole('button', { name: 'Send the links' }).click()
  await addresses.getByText('ingrid@new.test is to take its place').waitFor()
  await open(await mailTo('ingrid@new.test', 'email-new'))
  await page.getByRole('heading', { level: 1, name: 'Confirm the change of address?' }).waitFor()
  await expectAccessible(page, 'confirming an address')
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await page.getByRole('heading', { level: 1, name: 'This address has confirmed' }).waitFor()
  await open(await mailTo(cast.executive, 'email-wanted'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await page.getByRole('heading', { level: 1, name: 'The address is changed' }).waitFor()
  await page.getByRole('link', { name: 'Go to the settings' }).click()
  await isReady(page)
  await section(page, 'Email addresses').getByText('ingrid@new.test').waitFor()
  await open(await mailTo(cast.executive, 'email-changed'))
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await page.getByRole('heading', { level: 1, name: 'The change is undone' }).waitFor()
  stage.expectProblem(/404/)
  await open(`/auth/confirm-email?token=${'x'.repeat(22)}`)
  await page.getByRole('heading', { level: 1, name: 'This link cannot be used' }).waitFor()
})

it('changes the password, says how strong it is, and what is wrong with it (UI-screen-settings-password)', async () => {
  const { page } = await settings(cast.groupAdmin)
  const password = section(page, 'Password')
  await password.getByRole('button', { name: 'Change the password' }).click()
  await password.getByLabel('New password', { exact: true }).fill('Password2026')
  await password.getByText(/would be guessed soon/).waitFor()
  await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await password.getByText('Very hard to guess').waitFor()
  await expectAccessible(page, 'a new password')
  await password.getByLabel('Present password').fill('wrong')
  await password.getByLabel('New password once more').fill(NEW_PASSWORD)
  await password.getByRole('button', { name: 'Save the password' }).click()
  await password.getByText('The password is not right.').waitFor()
  await expect
    .poll(() => password.getByLabel('Present password').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await password.getByLabel('Present password').fill(DEMO_PASSWORD)
  await password.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('Your password is changed').waitFor()
  const other = await stage.stranger()
  await other.open('/auth/login')
  await signIn(other.page, cast.groupAdmin, NEW_PASSWORD)
  await arrivesAt(other.page, '/')
})

it('adds a passkey, comes in by it, and removes it', async () => {
  const seat = await stage.member(cast.trial)
  const { page, context } = seat
  // Keys are made for host names, and an address in numbers is none.
  const home = house.url.replace('127.0.0.1', 'localhost')
  await context.addCookies(
    [...seat.client.cookies].map(([name, value]) => ({ name, value, url: home, sameSite: 'Lax' as const })),
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
  await passkeys.getByRole('button', { name: 'Add the passkey' }).click()
  await passkeys.getByText('The password is not right.').waitFor()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Add the passkey' }).click()
  await page.getByText('The passkey is added').waitFor()
  await passkeys.getByText('Work laptop').waitFor()
  await expectAccessible(page, 'passkeys')

  // The same device tries to add a second one for the same member.
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Add the passkey' }).click()
  await passkeys.getByText('holds a passkey of yours already').waitFor()
  await passkeys.getByRole('button', { name: 'Cancel' }).click()

  await context.clearCookies()
  await page.goto(`${home}/auth/login`)
  await isReady(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${home}/`)
  await page.goto(`${home}/profile/settings`)
  await isReady(page)
  await passkeys.getByText(/Last used/).waitFor()
  await passkeys.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByText('The passkey is removed').waitFor()

  await context.clearCookies()
  await page.goto(`${home}/auth/login`)
  await isReady(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('This passkey was not taken').waitFor()
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})

it('gives a copy of one’s data by mail and password, and lets one leave and stay', async () => {
  const { page, open } = await settings(cast.newcomer, PHONE)
  const own = section(page, 'Your data')
  await own.getByRole('button', { name: 'Ask for a copy' }).click()
  stage.expectProblem(/400/)
  await own.getByLabel('Your password').fill('wrong')
  await own.getByRole('button', { name: 'Ask for the copy' }).click()
  await own.getByText('The password is not right.').waitFor()
  await own.getByLabel('Your password').fill(DEMO_PASSWORD)
  await own.getByRole('button', { name: 'Ask for the copy' }).click()
  await page.getByText('Your copy is being made').waitFor()
  await open((await mailTo(cast.newcomer, 'data-export')).replace('&#', '#'))
  await own.getByLabel('Your password').fill(DEMO_PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    own.getByRole('button', { name: 'Save the copy' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('counterpart-data.json')
  await own.getByRole('button', { name: 'Delete my account' }).click()
  await own.getByLabel('Your password').last().fill(DEMO_PASSWORD)
  await own.getByRole('button', { name: 'Delete in 14 days' }).click()
  await own.getByText(/Your account will be deleted on/).waitFor()
  await expectAccessible(page, 'leaving')
  await own.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByText('Your account stays').waitFor()
  await own.getByRole('button', { name: 'Delete my account' }).waitFor()
})

it('says what could not be loaded, and loads it again', async () => {
  const { page, open } = await stage.member(cast.billing)
  stage.expectProblem(/500/)
  let isBroken = true
  await page.route(/\/api\/(graphql\/AccountSettings|auth\/passkeys|account\/own-data)$/, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { message: 'x', code: 'internal' } }) : route.continue(),
  )
  await open('/profile/settings')
  await section(page, 'Your data').getByText('We could not load this').waitFor({ timeout: 20_000 })
  isBroken = false
  await section(page, 'Your data').getByRole('button', { name: 'Try again' }).click()
  await section(page, 'Your data').getByText('A copy of your data').waitFor()
})
