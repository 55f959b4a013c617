/** A moderator keeps a reason, and rejects a post with it. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)

it('is added, edited, taken in the queue below what is written, and removed', async () => {
  const helen = await testServer.member(demoMembers.member)
  await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Buy our umbrellas', processed: false })
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/answer-templates')
  await page.getByText('No templates yet').waitFor()
  await page.getByRole('button', { name: 'Add a template' }).click()
  const form = page.getByRole('form', { name: 'New template' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a name.').waitFor()
  await expectAccessible(page, 'a new template')
  await form.getByLabel('Name').fill('Selling')
  await form.getByLabel('Text').fill('This post sells something.')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This post sells something.').waitFor()
  await expectAccessible(page, 'answer templates')
  await page.getByRole('button', { name: 'Edit Selling' }).click()
  await page.getByRole('form', { name: 'Edit Selling' }).getByLabel('Text').fill('This post sells a service.')
  await page.getByRole('form', { name: 'Edit Selling' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('This post sells a service.').waitFor()

  await open('/staff/queue')
  const item = page.getByRole('article').filter({ hasText: 'Buy our umbrellas' })
  await item.getByRole('button', { name: 'Reject' }).click()
  const decision = page.getByRole('form', { name: /^Reject thread of/ })
  const reason = decision.getByLabel('Reason (the author will see this)')
  await reason.fill('Hello Helen,')
  await decision.getByLabel('Template').selectOption('Selling')
  expect(await reason.inputValue()).toBe('Hello Helen,\nThis post sells a service.')
  await expectAccessible(page, 'a rejection with a template')
  await decision.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected 1 post').waitFor()
  expect(await testServer.sql('select reason from moderation_decisions order by id desc limit 1')).toEqual([
    { reason: 'Hello Helen,\nThis post sells a service.' },
  ])

  await open('/staff/answer-templates')
  await page.getByRole('button', { name: 'Remove Selling' }).click()
  await page.getByText('No templates yet').waitFor()
})
