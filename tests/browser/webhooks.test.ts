/** Owners add a webhook, copy its secret once, read what was sent, and remove it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser({ WEBHOOKS_TO_PRIVATE: 'on' })
const { testServer } = stage
const other = createServer((_request, response) => void response.writeHead(503).end())
await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
afterAll(() => void other.close())
const host = `127.0.0.1:${(other.address() as AddressInfo).port}`

it('shows a member no such page', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/webhooks')).toBe(404)
})

it('is added with what is sent, shows the secret once and what was answered, and is removed', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/webhooks')
  await page.getByText('No webhooks yet.').waitFor()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('form', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await form.getByText('Choose a network.').waitFor()
  const { legal } = await networkIds(testServer)
  await form.getByLabel('Network').selectOption(String(legal))
  await form.getByLabel('Address').fill(`http://${host}/hook`)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await form.getByText('Choose what is sent.').waitFor()
  await expectAccessible(page, 'a new webhook')
  await form.getByRole('checkbox', { name: /A discussion is published/ }).check()
  await form.getByRole('button', { name: 'Add webhook' }).click()
  expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/)
  await expectAccessible(page, 'the secret of a webhook')
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  const helen = await testServer.member(demoMembers.member)
  const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  await testServer.sql(`select graphile_worker.add_job('webhooks:send')`)
  await testServer.runJobs()
  await page.getByRole('button', { name: `Deliveries to ${host}` }).click()
  await page.getByText(`A discussion is published (${id})`).waitFor()
  await page.getByText('Failed after 1 attempt: answered 503. Will be tried again').waitFor()
  await expectAccessible(page, 'the log of a webhook')
  await page.getByRole('button', { name: `Resend: A discussion is published (${id})` }).click()
  await page.getByText('It will be sent within a minute').waitFor()
  await page.getByRole('button', { name: `Remove ${host}` }).click()
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByText('No webhooks yet.').waitFor()
})
