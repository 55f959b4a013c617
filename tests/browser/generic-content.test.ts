/** Staff publish a text and members read it where it belongs (OP-GetGenericContent, STAFF-generic-content). */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('staff publish a text after a preview, and a member reads it from the account menu (OP-GetGenericContent, STAFF-generic-content)', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/texts')
  await page.getByRole('button', { name: 'New version: FAQ' }).click()
  const form = page.getByRole('form', { name: 'New version: FAQ' })
  await form.getByRole('button', { name: 'Publish now' }).click()
  await form.getByText('Write something first.').waitFor()
  await form.getByRole('button', { name: 'Text: Write the text' }).click()
  await form.locator('[contenteditable=true]').fill('Where is my badge?')
  await form.getByRole('button', { name: 'Preview' }).click()
  await form.getByRole('region', { name: 'Preview' }).getByText('Where is my badge?').waitFor()
  await form.getByLabel('Who reads it').selectOption({ label: 'Legal Network' })
  await form.getByLabel('Note for staff (optional)').fill('Badges')
  await expectAccessible(page, 'texts')
  await form.getByRole('button', { name: 'Publish now' }).click()
  const versions = page.getByRole('list', { name: 'Versions: FAQ' })
  await versions.getByText('Badges').waitFor()

  const member = await stage.member(demoMembers.member)
  await member.open('/feed')
  await member.page
    .getByRole('button', { name: /Helen Marsh/ })
    .first()
    .click()
  await member.page.getByRole('menuitem', { name: 'FAQ' }).click()
  await member.page.getByText('Where is my badge?').waitFor()
  await expectAccessible(member.page, 'FAQ')
})

it('staff bring back an earlier version on a later day (STAFF-generic-content)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/texts')
  await page
    .getByRole('button', { name: /^Bring back: Everyone/ })
    .first()
    .click()
  const form = page.getByRole('form', { name: 'New version: FAQ' })
  await form.getByLabel('Publish on (optional)').fill('2020-01-01')
  await form.getByRole('button', { name: 'Publish on this day' }).click()
  await form.getByText('Choose a later day.').waitFor()
  await form.getByLabel('Publish on (optional)').fill('2099-01-01')
  await form.getByRole('button', { name: 'Publish on this day' }).click()
  const versions = page.getByRole('list', { name: 'Versions: FAQ' })
  await versions.getByText(/^Planned for/).waitFor()
  await versions.getByText('Brings back an earlier version').waitFor()
})

it('the membership and welcome texts are shown, and nothing where there is none (OP-GetGenericContent, STAFF-generic-content)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile/membership')
  await page.getByRole('heading', { name: 'About membership' }).waitFor()
  await stage.testServer.sql('delete from generic_contents')
  await open('/profile/membership')
  await page.getByRole('heading', { name: 'Plan' }).waitFor()
  expect(await page.getByRole('heading', { name: 'About membership' }).count()).toBe(0)
  await open('/faq')
  await page.getByText('No answers yet').waitFor()
})
