/** Staff pages other than moderation: vendor deals and imports of tables. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('writes an offer that members then see, and takes it from every page', async () => {
  const [vendor] = await testServer.sql<{ id: number }>(`select id from experts where name = 'Speakwell'`)
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/deals')
  await page.getByRole('button', { name: 'Add offer' }).click()
  const form = page.getByRole('form', { name: 'New offer' })
  await form.getByRole('button', { name: 'Save offer' }).click()
  await form.getByText('Choose the vendor from the list.').waitFor()
  await form.getByRole('combobox', { name: 'Vendor' }).fill('Speakwell')
  await form.getByRole('option', { name: /^Speakwell/ }).click()
  await form.getByRole('textbox', { name: 'Offer in one sentence' }).fill('Half a year free.')
  await form.getByRole('textbox', { name: 'Email addresses, separated by commas' }).fill('nonsense')
  await form.getByRole('button', { name: 'Save offer' }).click()
  await form.getByText('“nonsense” isn’t a valid email address.').waitFor()
  await form.getByRole('textbox', { name: 'Email addresses, separated by commas' }).fill('members@speakwell.test')
  await form.getByRole('button', { name: 'Save offer' }).click()
  await page.getByText('Speakwell: Half a year free.').waitFor()
  await expectAccessible(page, 'offers of staff')
  const member = await stage.member(demoMembers.member)
  await member.open(`/experts/${vendor!.id}`)
  await member.page.getByText('Half a year free.').waitFor()
  await page.getByRole('button', { name: 'Edit: Half a year free.' }).click()
  await page.getByRole('checkbox', { name: 'Show on the vendor’s page' }).uncheck()
  await page.getByRole('button', { name: 'Save offer' }).click()
  await page.getByText('Inactive (not shown)').waitFor()
  await member.open(`/experts/${vendor!.id}`)
  expect(await member.page.getByText('Half a year free.').count()).toBe(0)
})

it('rehearses a table, shows each row, and brings it in once it is confirmed', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/imports')
  const table = [
    'email,first_name,last_name,network',
    'bo@browser.test,Bo,Lind,legal',
    'no address,No,Body,legal',
  ].join('\n')
  await page
    .getByLabel('Members file (CSV)')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByText('2 rows: 1 invited, 0 already exist, 1 rejected. Nothing has been imported yet.').waitFor()
  await page.getByRole('cell', { name: /rejected: “no address” isn’t a valid email address/ }).waitFor()
  const invited = () => testServer.sql(`select 1 from invitations where email = 'bo@browser.test'`)
  await expect.poll(() => invited()).toHaveLength(0)
  await expectAccessible(page, 'imports')
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('members.csv imported').waitFor()
  await expect.poll(() => invited()).toHaveLength(1)
  stage.expectProblem(/400/)
  await page
    .getByLabel('Experts file (CSV)')
    .setInputFiles({ name: 'experts.csv', mimeType: 'text/csv', buffer: Buffer.from('type,nom\ncompany,x') })
  await page.getByRole('alert').filter({ hasText: 'Missing column: name' }).waitFor()
})

it('uploads the files that a table names, then imports its documents', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/imports')
  stage.expectProblem(/409/)
  await page.getByLabel('Documents, videos and images').setInputFiles([
    { name: 'retention.txt', mimeType: 'text/plain', buffer: Buffer.from('Keep it for seven years.') },
    { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await page.getByText('retention.txt: uploaded').waitFor()
  await page.getByText(/tool\.exe: /).waitFor()
  const table = [
    'title,type,networks,file',
    'Retention of records,policy,legal,retention.txt',
    'Lost,policy,legal,lost.txt',
  ].join('\n')
  await page
    .getByLabel('Documents file (CSV)')
    .setInputFiles({ name: 'documents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByText('2 rows: 1 new, 0 already exist, 1 rejected. Nothing has been imported yet.').waitFor()
  await expectAccessible(page, 'imports with files')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('documents.csv imported').waitFor()
  expect(await testServer.sql(`select 1 from peer_documents where title = 'Retention of records'`)).toHaveLength(1)
})
