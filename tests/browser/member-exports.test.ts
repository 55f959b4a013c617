/** Staff export the accounts of a state, alone as the only owner, or ask another one. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('is downloaded by who exported it', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/members')
  await page.getByLabel('State').selectOption('Suspended')
  await page.getByRole('button', { name: 'Export accounts of this state and network' }).click()
  const link = page.getByRole('link', { name: 'Download CSV: All networks, suspended' })
  await link.waitFor()
  await expectAccessible(page, 'members with an export')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^members-\d+\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain(demoMembers.suspended)
  expect(text).not.toContain(demoMembers.member)
})

it('is asked for where there is another owner', async () => {
  await newStaff(stage.testServer, { role: 'owner' })
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/members')
  await page.getByRole('button', { name: 'Export all accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a second person' })
  await dialog.getByText('Export a list of members.').waitFor()
  await dialog.getByLabel('Reason').fill('The board asked for it.')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('Asked. You’ll get an email when another owner decides.').waitFor()
})
