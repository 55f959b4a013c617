/** Staff change access between networks after reading what it means. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('shows what a change means before it is saved, and what the cell was (STAFF-network-cross-visibility)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/access')
  await page.getByRole('button', { name: 'Legal Network in The Suite: Nothing' }).click()
  await page.getByRole('checkbox', { name: 'Start discussions' }).check()
  await page.getByText('Members must be able to read the answers.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Discussions', exact: true }).check()
  await page.getByText('was Nothing').waitFor()
  const meaning = page.getByRole('list', { name: 'What your change means' })
  await meaning
    .getByText(/members of Legal Network will be able to read and answer \d+ discussions? of The Suite/)
    .waitFor()
  await expectAccessible(page, 'access')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await page.getByRole('button', { name: 'Legal Network in The Suite: Nothing' }).click()
  await page.getByRole('checkbox', { name: 'Events' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Legal Network in The Suite: Events' }).waitFor()
})

it('can be used on a phone, and does not exist for members', async () => {
  stage.expectProblem(/404/)
  const staff = await stage.member(demoMembers.staff, PHONE)
  await staff.open('/staff/access')
  await staff.page.getByRole('button', { name: 'Finance Network in Legal Network' }).click()
  await staff.page.getByRole('checkbox', { name: 'Polls' }).check()
  await expectAccessible(staff.page, 'access on a phone')
  const member = await stage.member(demoMembers.member)
  expect(await member.open('/staff/access')).toBe(404)
})
