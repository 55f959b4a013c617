/** What staff keep of the assistant. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { storeConversation } from '../harness/stored-answers.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('lets staff add, change and remove a prompt, and says at the field what does not fit (STAFF-prompts)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  stage.expectProblem(/400/)
  await open('/staff/assistant')
  await page.getByText('No shared feedback yet.').waitFor()
  await page.getByRole('button', { name: 'New prompt' }).click()
  const form = page.getByRole('form', { name: 'New prompt' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a name for the prompt.').waitFor()
  await name.fill('What changed?')
  await form.getByRole('textbox', { name: 'Text' }).fill('Who signs [contract]?')
  await form.getByRole('textbox', { name: 'Order' }).fill('first')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a whole number from 0 to 999.').waitFor()
  await form.getByRole('textbox', { name: 'Order' }).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('The library has a prompt with this name. Enter another name.').waitFor()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'a new prompt of the library')
  await name.fill('Who signs?')
  await form.getByRole('combobox', { name: 'Category (optional)' }).fill('Contracts')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: 'Who signs?' })
  await row.getByText('Contracts, order 4').waitFor()
  await row.getByRole('button', { name: 'Edit Who signs?' }).click()
  const edit = page.getByRole('form', { name: 'Edit Who signs?' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Who approves?')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved: Who approves?').waitFor()
  await page.getByRole('button', { name: 'Remove Who approves?' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removed: Who approves?').waitFor()
  expect(await page.getByRole('list', { name: 'Prompts' }).getByText('Who approves?').count()).toBe(0)
})

it('lets staff switch a source off, so that members cannot choose it, and keeps the last model on', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  stage.expectProblem(/400/)
  await open('/staff/assistant')
  const polls = page.getByRole('switch', { name: 'On: Polls' })
  await polls.uncheck()
  await page.getByText('Saved: Polls').waitFor()
  expect(await polls.isChecked()).toBe(false)
  expect(await testServer.sql(`select key from ai_sources where not enabled`)).toEqual([{ key: 'polls' }])
  await page.reload()
  await expect.poll(() => polls.isChecked()).toBe(false)
  const model = page.getByRole('switch', { name: 'On: Members’ sentences' })
  await model.click()
  await page.getByText('This is the last model that is on. Turn on another one first.').waitFor()
  expect(await model.isChecked()).toBe(true)
  expect(await model.getAttribute('aria-invalid')).toBe('true')
})

it('shows usage and shared feedback on a phone without the member, and is not found by members', async () => {
  const helen = await stage.member(demoMembers.member, PHONE)
  const conversation = await storeConversation(testServer, helen.client.id, [
    { question: 'Who keeps quarry permits?', versions: [{ isAbstained: true }] },
  ])
  await testServer.sql(
    `insert into ai_feedback (ai_message_id, is_positive, details, is_shared)
     select id, false, 'It missed one.', true from ai_messages where conversation_id = $1 and role = 'assistant'`,
    [conversation],
  )
  await testServer.sql(
    `insert into ai_usage (user_id, day, questions) values ($1, (now() at time zone 'utc')::date, 12345)`,
    [helen.client.id],
  )
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/assistant')
  const feedback = page.getByRole('list', { name: 'Shared feedback' })
  await feedback.getByText('Who keeps quarry permits?').waitFor()
  await feedback.getByText('It missed one.').waitFor()
  expect(await feedback.textContent()).not.toContain('Helen')
  const row = page.getByRole('region', { name: 'Usage by network and month' }).getByRole('row').nth(1)
  expect(await row.getByRole('cell').allTextContents()).toContain('12,345')
  await row.getByRole('cell', { name: 'Under 3' }).waitFor()
  await expectAccessible(page, 'the assistant for staff on a phone')
  stage.expectProblem(/404/)
  expect(await helen.open('/staff/assistant')).toBe(404)
})

it('says that it could not load, and loads again', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  stage.expectProblem(/GetStaffAssistant|500/)
  const failing = '**/api/graphql/GetStaffAssistant'
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '{}' }))
  await open('/staff/assistant')
  await page.getByRole('heading', { name: 'We couldn’t load the assistant’s settings' }).waitFor({ timeout: 20_000 })
  await page.unroute(failing)
  await page.getByRole('button', { name: /again/i }).click()
  await page.getByRole('heading', { name: 'Shared feedback' }).waitFor()
})
