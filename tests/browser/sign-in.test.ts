import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { waitForPath, isReady, openBrowser, signIn } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('sends whoever is signed out to the sign-in page and back to what they asked for (ROUTE-auth-login, PRODUCT-members-only)', async () => {
  const { page, open } = await stage.stranger()
  await open('/feed?kind=document')
  await waitForPath(page, '/auth/login?next=%2Ffeed%3Fkind%3Ddocument')
  await signIn(page, demoMembers.member)
  await waitForPath(page, '/feed?kind=document')
  await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor()
})

it('says in one sentence that address or password is wrong, and stays', async () => {
  stage.expectProblem(/401/)
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await signIn(page, demoMembers.member, 'not the password')
  await page.getByText('The email address or password is incorrect.').waitFor()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(demoMembers.member)
  await waitForPath(page, '/auth/login')
})

it.each([
  ['signs in who', (page: Page) => signIn(page, demoMembers.member)],
  [
    'lets in a visitor of the demo who',
    (page: Page) => page.getByRole('button', { name: /General counsel, l/ }).click(),
  ],
])('%s was faster than the page, and sends no bare form', async (_, act) => {
  const { page } = await stage.stranger()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await act(page)
  letGo()
  await waitForPath(page, '/')
})

it('lets a visitor of the demo in with one click', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await page.getByRole('button', { name: /General counsel, legal network/ }).click()
  await waitForPath(page, '/')
  await page.getByText('Helen Marsh').first().waitFor()
})

it.each([
  ['/auth/login?session_expired=true', 'Your session has ended. Please sign in again.'],
  ['/auth/login?error=user_profile_error', /couldn’t load your profile/],
  ['/auth/login?message=%3Cb%3EYour%20account%20rests%3C%2Fb%3E', '<b>Your account rests</b>'],
])('explains at %s why one is here (DECISION-login-query-parameters)', async (path, sentence) => {
  const { page, open } = await stage.stranger()
  await open(path)
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
})

it('follows only addresses of its own after signing in', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login?next=https%3A%2F%2Felsewhere.invalid%2F')
  await signIn(page, demoMembers.member)
  await waitForPath(page, '/')
})

it('goes on when the code of passkeys does not come', async () => {
  stage.expectProblem(/ERR_FAILED|Failed to fetch|preload/)
  const { page, open } = await stage.stranger()
  await page.route('**/assets/passkey-*', (route) => route.abort())
  await open('/auth/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t load' }).waitFor()
  await signIn(page, demoMembers.member)
  await waitForPath(page, '/')
  await open('/profile/settings')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByLabel('Your password').fill(DEMO_PASSWORD)
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('This couldn’t be loaded').waitFor()
  expect(await page.getByText('Passkey added').count()).toBe(0)
})

it('leads to the message that was asked for, and keeps it for whoever forgot the password', async () => {
  const { page, open } = await stage.stranger()
  await open('/feed#message-34')
  await waitForPath(page, '/auth/login?next=%2Ffeed#message-34')
  const forgot = page.getByRole('link', { name: 'Forgot your password?' })
  await expect.poll(() => forgot.getAttribute('href')).toBe('/auth/forgot-password?next=%2Ffeed%23message-34')
  await signIn(page, demoMembers.member)
  await waitForPath(page, '/feed#message-34')
})

it('leads back to the message after the session has ended on its page', async () => {
  stage.expectProblem(/401/)
  const { page, open, client } = await stage.member(demoMembers.member)
  await open('/feed#message-34')
  await client.send('POST', '/api/auth/logout', { body: {} })
  await waitForPath(page, /^\/auth\/login\?/)
  expect(new URL(page.url()).searchParams.get('next')).toBe('/feed#message-34')
})

it('asks to sign in again when the session has ended elsewhere (ERR-graphql-401)', async () => {
  stage.expectProblem(/401/)
  const { page, open, client } = await stage.member(demoMembers.peer)
  await open('/feed')
  await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor()
  await testServer.sql('delete from sessions where user_id = $1', [client.id])
  // A background request of the page may detect it before the click does.
  const asked = waitForPath(page, /^\/auth\/login\?.*session_expired=true/)
  await Promise.race([asked, page.getByRole('link', { name: 'Documents', exact: true }).click()])
  await asked
  await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
})

it('shows a suspended member the sign-in page without a click', async () => {
  stage.expectProblem(/401/)
  const { page, open, client } = await stage.member(demoMembers.trial)
  await open('/feed', { live: true })
  await testServer.sql('update users set suspended = true where id = $1', [client.id])
  await waitForPath(page, /^\/auth\/login\?.*session_expired=true/)
  await isReady(page)
  await signIn(page, demoMembers.trial)
  await page.getByRole('alert').filter({ hasText: 'Your account is suspended' }).waitFor()
  await testServer.sql('update users set suspended = false where id = $1', [client.id])
})

it('ends the session of another device from the settings', async () => {
  stage.expectProblem(/401/)
  const { page, open } = await stage.member(demoMembers.executive)
  const other = await stage.member(demoMembers.executive)
  await other.open('/feed', { live: true })
  await open('/profile/settings')
  await page.getByText('This device, from').waitFor()
  await page
    .getByRole('button', { name: /^Sign out on/ })
    .first()
    .click()
  await page.getByText('Signed out on that device').waitFor()
  await waitForPath(other.page, /^\/auth\/login\?.*session_expired=true/)
  await expect.poll(() => page.getByRole('button', { name: /^Sign out on/ }).count()).toBe(0)
})

it('signs out, and the way back shows nothing of the member', async () => {
  // Requests of the page are refused while the session ends.
  stage.expectProblem(/401/)
  const { page, open } = await stage.member(demoMembers.finance)
  await open('/feed')
  await page.getByRole('button', { name: /Samuel Adeyemi/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await waitForPath(page, '/auth/login')
  await page.goto('/feed')
  await waitForPath(page, /^\/auth\/login/)
})
