/** Staff keep the lists that members choose from. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('adds, renames, retires and brings back an entry, and says what is wrong at the field (STAFF-reference-lists)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/lists')
  await page.getByRole('list', { name: 'Lists' }).getByText('96 entries').waitFor()
  await expectAccessible(page, 'lists')
  await page.getByRole('link', { name: 'Schools' }).click()
  await page.getByRole('heading', { name: 'Schools', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'New school' }).click()
  const form = page.getByRole('form', { name: 'New school' })
  await form.getByLabel('Name', { exact: true }).fill('Kiruna School of Law')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByText('Enter the country.').waitFor()
  await form.getByLabel('Country').fill('Sweden')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added: Kiruna School of Law').waitFor()
  await page.getByLabel('Find an entry').fill('kiruna')
  await page.getByRole('button', { name: 'Edit Kiruna School of Law' }).click()
  const edited = page.getByRole('form', { name: 'Edit: Kiruna School of Law' })
  await edited.getByLabel('Name', { exact: true }).fill('Yale Law School')
  await edited.getByRole('button', { name: 'Save' }).click()
  await edited.getByText('“Yale Law School” is already in this list. Merge the two instead.').waitFor()
  await edited.getByLabel('Name', { exact: true }).fill('Kiruna Law School')
  await edited.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Retire Kiruna Law School' }).click()
  await page.getByText('Retired. Sweden. Not used').waitFor()
  await page.getByRole('button', { name: 'Bring back Kiruna Law School' }).click()
  await page.getByText('Kiruna Law School is offered again').waitFor()
  await expectAccessible(page, 'entries of a list')
})

it('merges two entries after saying in words what moves (STAFF-reference-lists)', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/lists?list=chapters')
  await page.getByRole('button', { name: 'Merge Chicago' }).click()
  await page.getByLabel('Merge “Chicago” into').fill('midw')
  await page.getByRole('button', { name: 'Merge into Midwest' }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText(/^\d+ members? moves? to “Midwest,” and “Chicago” is deleted. This can’t be undone.$/)
    .waitFor()
  await expectAccessible(page, 'merge of two entries')
  await question.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Chicago is merged into Midwest').waitFor()
  await page.getByRole('button', { name: 'Merge Chicago' }).waitFor({ state: 'detached' })
})

it('imports a table after a preview (STAFF-reference-lists)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/lists?list=interests')
  await page.getByLabel('Interests file (CSV)').setInputFiles({
    name: 'interests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name\nCurling\nSailing\n'),
  })
  await page.getByText('2 rows: 1 new, 1 already exist, 0 rejected. Nothing has been imported yet.').waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('interests.csv imported').waitFor()
  await page.getByLabel('Find an entry').fill('curl')
  await page.getByRole('button', { name: 'Edit Curling' }).waitFor()
})

it('is not found by members', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  stage.expectProblem(/404/)
  expect(await open('/staff/lists')).toBe(404)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Lists')
})
