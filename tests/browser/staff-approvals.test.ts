/** Roles and approvals of staff, in the browser. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('lets an owner give a role and end it, and says at the field what does not fit', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  expect(await open('/staff/roles')).toBe(200)
  await page.getByRole('textbox', { name: 'Email address' }).fill('nobody@legal.test')
  await page.getByRole('button', { name: 'Give role' }).click()
  await page.getByText('No account that can sign in has this email address.').waitFor()
  await page.getByRole('textbox', { name: 'Email address' }).fill(demoMembers.member)
  await page.getByRole('combobox', { name: 'Network' }).selectOption({ label: 'Legal Network' })
  await page.getByRole('button', { name: 'Give role' }).click()
  const row = page.getByRole('list', { name: 'Roles' }).getByRole('listitem').filter({ hasText: 'Helen Marsh' })
  await row.getByText('Moderator').waitFor()
  await expectAccessible(page, 'roles')
  await row.getByRole('button', { name: /^End: Moderator/ }).click()
  await expect.poll(() => row.count()).toBe(0)
})

it('asks a second owner, who approves on a phone (STAFF-two-persons)', async () => {
  const karl = await newStaff(testServer, { role: 'owner' })
  const [{ email }] = (await testServer.sql('select email::text as email from users where id = $1', [karl.id])) as [
    { email: string },
  ]
  const first = await stage.member(demoMembers.staff)
  await first.open('/staff/flags')
  await first.page.getByRole('button', { name: 'Turn off for everyone: Member map' }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Ask a second person' })
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await dialog.getByText('Say why, so that the other person can decide.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Members asked not to be found on it.')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await first.page.getByText('Asked. You’ll get an email').waitFor()
  await first.open('/staff/approvals')
  await first.page.getByRole('button', { name: /^Cancel: / }).waitFor()
  const second = await stage.member(email, PHONE)
  await second.open('/staff/approvals')
  await second.page.getByText('Members asked not to be found on it.').waitFor()
  await expectAccessible(second.page, 'approvals')
  await second.page.getByRole('button', { name: /^Approve: / }).click()
  await second.page.getByText(/^Approved by .*Done\.$/).waitFor()
  expect(await testServer.sql(`select enabled from feature_flags where key = 'map'`)).toEqual([{ enabled: false }])
})

it('is not found by members', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/roles')).toBe(404)
  expect(await open('/staff/approvals')).toBe(404)
})
