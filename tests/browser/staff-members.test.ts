/** Staff suspend a member, who reads why they cannot sign in, and restore them. */
import { expect, it } from 'vitest'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('shows a member none of these pages', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  for (const path of ['/staff/members', '/staff/members/2', '/staff/limits', '/staff/flags'])
    expect(await open(path)).toBe(404)
})

it('leads staff from the profile to the account, where they suspend with a reason; the member reads it and is out', async () => {
  stage.expectProblem(/401/)
  const grace = await testServer.member(demoMembers.billing)
  const { page, open } = await stage.member(demoMembers.staff)
  await open(`/members/${grace.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Open the account (staff)' }).click()
  await page.getByRole('heading', { level: 1, name: 'Grace Okafor' }).waitFor()
  const form = page.getByRole('form', { name: 'Suspend account' })
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await form.getByText('Enter a reason. The member will see it in an email.').waitFor()
  await form.getByLabel('Reason').fill('Advertised a product in three discussions.')
  await form.getByLabel('Until (optional)').fill('2020-01-01')
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await form.getByText('Choose a date in the future.').waitFor()
  await form.getByLabel('Until (optional)').fill('2027-03-01')
  await form.getByRole('button', { name: 'Suspend account' }).click()
  await page
    .getByText(/until March 1, 2027/)
    .first()
    .waitFor()
  await expectAccessible(page, 'a suspended account')
  const visitor = await stage.stranger(PHONE)
  await visitor.open('/auth/login')
  await visitor.page.getByLabel('Email').fill(demoMembers.billing)
  await visitor.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visitor.page.getByText(/Your account is suspended until .+ write to legal@counterpart\.test\./).waitFor()
})

it('lists who is suspended, finds others by name, and restores', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/members')
  const list = page.getByRole('list', { name: 'Members' })
  await list.getByRole('link', { name: 'Grace Okafor' }).waitFor()
  await expectAccessible(page, 'members of staff')
  await page.getByRole('searchbox', { name: /Find a member/ }).fill('legal.test')
  await list.getByRole('link', { name: 'Helen Marsh' }).waitFor()
  await list.getByRole('link', { name: 'Grace Okafor' }).click()
  await page.getByRole('button', { name: 'Restore account' }).click()
  await page.getByRole('form', { name: 'Suspend account' }).waitFor()
  await page
    .getByRole('list', { name: 'Suspensions' })
    .getByText(/Ended by Ruth/)
    .waitFor()
})
