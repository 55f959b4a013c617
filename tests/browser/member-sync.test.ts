/** Staff compare a network with a file of the association, confirm, and ask a second person to end many memberships. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('shows a member no such page', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/member-sync')).toBe(404)
})

it('shows what changes before it is done, and ends many memberships with a second person only', async () => {
  await newStaff(testServer, { role: 'owner' })
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/member-sync')
  const { legal } = await networkIds(testServer)
  await page.getByLabel('Network').selectOption(String(legal))
  const text = `email,first_name,last_name,title\n${demoMembers.member},Helen,Marsh,Chief of everything\nnew@association.test,New,Person,\nnothing,Wrong,Address,`
  await page.getByLabel('Members file (CSV)').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await page.getByText(/^Nothing has been changed yet\. 1 invited, 1 changed, 0 unchanged, 1 rejected/).waitFor()
  await page.getByText('Line 4: “nothing” isn’t a valid email address.').waitFor()
  await expectAccessible(page, 'what a file of members changes')
  await page.getByRole('button', { name: 'Invite 1 and change 1' }).click()
  await page.getByText(/^Done\. 1 invited, 1 changed/).waitFor()
  const [helen] = await testServer.sql<{ title: string }>('select title from users where email = $1', [
    demoMembers.member,
  ])
  expect(helen!.title).toBe('Chief of everything')
  await page.getByRole('button', { name: /^End \d+ memberships$/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^End \d+ memberships$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Ask a second person' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They left the association.')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('Asked. You’ll get an email').waitFor()
  expect(await testServer.sql(`select operation from approvals`)).toEqual([{ operation: 'EndMemberships' }])
  expect(
    await testServer.sql(
      `select 1 from users where current_state = 'expired' and full_access_exp_date > now() - interval '1 hour'`,
    ),
  ).toEqual([])
})
