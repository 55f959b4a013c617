/** What staff keep beside moderation: offers of vendors, and tables that are brought in. */
import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openStage } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage

it('writes an offer that members then see, and takes it from every page', async () => {
  const [vendor] = await house.sql<{ id: number }>(`select id from experts where name = 'Speakwell'`)
  const { page, open } = await stage.member(cast.staff)
  await open('/staff/deals')
  await page.getByRole('button', { name: 'Add an offer' }).click()
  const form = page.getByRole('form', { name: 'New offer' })
  await form.getByRole('button', { name: 'Keep the offer' }).click()
  await form.getByText('Choose the vendor from the list.').waitFor()
  await form.getByRole('combobox', { name: 'Vendor' }).fill('Speakwell')
  await form.getByRole('option', { name: /^Speakwell/ }).click()
  await form.getByRole('textbox', { name: 'The offer' }).fill('Half a year free.')
  await form.getByRole('textbox', { name: 'Addresses' }).fill('nonsense')
  await form.getByRole('button', { name: 'Keep the offer' }).click()
  await form.getByText('“nonsense” is no email address.').waitFor()
  await form.getByRole('textbox', { name: 'Addresses' }).fill('members@speakwell.test')
  await form.getByRole('button', { name: 'Keep the offer' }).click()
  await page.getByText('Speakwell: Half a year free.').waitFor()
  await expectAccessible(page, 'offers of staff')
  const member = await stage.member(cast.member)
  await member.open(`/experts/${vendor!.id}`)
  await member.page.getByText('Half a year free.').waitFor()
  await page.getByRole('button', { name: 'Change: Half a year free.' }).click()
  await page.getByRole('checkbox', { name: 'Show it on the page of the vendor' }).uncheck()
  await page.getByRole('button', { name: 'Keep the offer' }).click()
  await page.getByText('Not active: shown nowhere').waitFor()
  await member.open(`/experts/${vendor!.id}`)
  expect(await member.page.getByText('Half a year free.').count()).toBe(0)
})

it('rehearses a table, shows each row, and brings it in once it is confirmed', async () => {
  const { page, open } = await stage.member(cast.staff)
  await open('/staff/imports')
  const table = [
    'email,first_name,last_name,network',
    'bo@browser.test,Bo,Lind,legal',
    'no address,No,Body,legal',
  ].join('\n')
  await page
    .getByLabel('Table of members (CSV)')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByText('2 rows: 1 invited, 0 known already, 1 refused. Nothing was written yet.').waitFor()
  await page.getByRole('cell', { name: /refused: “no address” is no e-mail address/ }).waitFor()
  const invited = () => house.sql(`select 1 from invitations where email = 'bo@browser.test'`)
  await expect.poll(() => invited()).toHaveLength(0)
  await expectAccessible(page, 'imports')
  await page.getByRole('button', { name: 'Invite 1 row' }).click()
  await page.getByText('members.csv is in').waitFor()
  await expect.poll(() => invited()).toHaveLength(1)
  stage.expectProblem(/400/)
  await page
    .getByLabel('Table of experts (CSV)')
    .setInputFiles({ name: 'experts.csv', mimeType: 'text/csv', buffer: Buffer.from('type,nom\ncompany,x') })
  await page.getByRole('alert').filter({ hasText: 'lacks the column name' }).waitFor()
})
