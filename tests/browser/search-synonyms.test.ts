import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('keeps words that are found by each other: staff add a pair, are told what does not fit, and remove it', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/synonyms')
  await page.getByRole('heading', { name: 'No synonyms yet' }).waitFor()
  await page.getByRole('textbox', { name: 'Word' }).fill('NDA')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Enter another word for it.').waitFor()
  await page.getByRole('textbox', { name: 'Also find' }).fill('secrecy agreement')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Enter a single word of 2 to 40 letters').waitFor()
  await page.getByRole('textbox', { name: 'Also find' }).fill('secrecy')
  await page.getByRole('button', { name: 'Add' }).click()
  const row = page.getByRole('list', { name: 'Synonyms' }).getByRole('listitem')
  await row.getByText('NDA and secrecy').waitFor()
  await expectAccessible(page, 'the synonyms')
  expect(await page.getByRole('textbox', { name: 'Word' }).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Remove: NDA and secrecy' }).click()
  await page.getByRole('heading', { name: 'No synonyms yet' }).waitFor()
})

it('is not found by members, on a phone either', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.billing, PHONE)
  expect(await open('/staff/synonyms')).toBe(404)
})

it('says that it could not load the list, and loads it again', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  stage.expectProblem(/GetSearchSynonyms|500/)
  const failing = '**/api/graphql/GetSearchSynonyms'
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '{}' }))
  await open('/staff/synonyms')
  await page.getByRole('heading', { name: 'We couldn’t load the synonyms' }).waitFor({ timeout: 20_000 })
  await page.unroute(failing)
  await page.getByRole('button', { name: /again/i }).click()
  await page.getByRole('heading', { name: 'No synonyms yet' }).waitFor()
})
