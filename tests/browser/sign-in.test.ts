import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { arrivesAt, isReady, openStage, signIn } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage

it('sends whoever is signed out to the sign-in page and back to what they asked for (ROUTE-auth-login, PRODUCT-members-only)', async () => {
  const { page, open } = await stage.stranger()
  await open('/feed?kind=document')
  await arrivesAt(page, '/auth/login?next=%2Ffeed%3Fkind%3Ddocument')
  await signIn(page, cast.member)
  await arrivesAt(page, '/feed?kind=document')
  await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor()
})

it('says in one sentence that address or password is wrong, and stays', async () => {
  stage.expectProblem(/401/)
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await signIn(page, cast.member, 'not the password')
  await page.getByText('The e-mail address or the password is not right.').waitFor()
  expect(await page.getByLabel('Email address').inputValue()).toBe(cast.member)
  await arrivesAt(page, '/auth/login')
})

it('lets a visitor of the demo in with one click', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login')
  await page.getByRole('button', { name: /General counsel, legal network/ }).click()
  await arrivesAt(page, '/feed')
  await page.getByText('Helen Marsh').first().waitFor()
})

it.each([
  ['/auth/login?session_expired=true', 'Your session has ended. Please sign in again.'],
  ['/auth/login?error=user_profile_error', /profile could not be loaded/],
  ['/auth/login?message=%3Cb%3EYour%20account%20rests%3C%2Fb%3E', '<b>Your account rests</b>'],
])('explains at %s why one is here (DECISION-login-query-parameters)', async (path, sentence) => {
  const { page, open } = await stage.stranger()
  await open(path)
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
})

it('follows only addresses of its own after signing in', async () => {
  const { page, open } = await stage.stranger()
  await open('/auth/login?next=https%3A%2F%2Felsewhere.invalid%2F')
  await signIn(page, cast.member)
  await arrivesAt(page, '/feed')
})

it('asks to sign in again when the session has ended elsewhere (ERR-graphql-401)', async () => {
  stage.expectProblem(/401/)
  const { page, open, client } = await stage.member(cast.peer)
  await open('/feed')
  await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor()
  await house.sql('delete from sessions where user_id = $1', [client.id])
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await arrivesAt(page, /^\/auth\/login\?.*session_expired=true/)
  await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor()
})

it('shows a suspended member the door within five seconds, without a click', async () => {
  stage.expectProblem(/401/)
  const { page, open, client } = await stage.member(cast.trial)
  await open('/feed', { live: true })
  const began = performance.now()
  await house.sql('update users set suspended = true where id = $1', [client.id])
  await arrivesAt(page, /^\/auth\/login\?.*session_expired=true/)
  expect(performance.now() - began).toBeLessThan(5_500)
  await isReady(page)
  await signIn(page, cast.trial)
  await page.getByRole('alert').filter({ hasText: 'cannot sign in' }).waitFor()
  await house.sql('update users set suspended = false where id = $1', [client.id])
})

it('ends the session of another device from the settings', async () => {
  stage.expectProblem(/401/)
  const { page, open } = await stage.member(cast.executive)
  const other = await stage.member(cast.executive)
  await other.open('/feed', { live: true })
  await open('/profile/settings')
  await page.getByText('This device').waitFor()
  await page
    .getByRole('button', { name: /^Sign out of/ })
    .first()
    .click()
  await page.getByText('Signed out of the device').waitFor()
  await arrivesAt(other.page, /^\/auth\/login\?.*session_expired=true/)
  await expect.poll(() => page.getByRole('button', { name: /^Sign out of/ }).count()).toBe(0)
})

it('signs out, and the way back shows nothing of the member', async () => {
  const { page, open } = await stage.member(cast.finance)
  await open('/feed')
  await page.getByRole('button', { name: /Samuel Adeyemi/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await arrivesAt(page, '/auth/login')
  await page.goto('/feed')
  await arrivesAt(page, /^\/auth\/login/)
})
