/** Writing in a conversation: files, mentions and formatting; and each message arrives once on every device. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { pdfOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { newGroup, sendTo } from '../harness/inbox.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { bubble, messages, write } from './kit/inbox.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'
import { whileServerIsDown } from './kit/while-server-is-down.ts'

const stage = await openBrowser()
const { testServer } = stage
const terms = { name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdfOf(['The terms.']) }
const file = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

it('carries a file with its progress, a name of the group and a list to the others', async () => {
  const [helen, marcus] = [await stage.member(demoMembers.member), await stage.member(demoMembers.peer)]
  const { page } = helen
  const id = await newGroup([helen.client, marcus.client], { name: 'With files' })
  await marcus.open(`/inbox?group_id=${id}`, { live: true })
  await helen.open(`/inbox?group_id=${id}`)
  await write(page, 'Read this @Marc')
  await page.getByRole('option', { name: /Marcus Oyelaran/ }).click()
  await page.getByRole('button', { name: 'List', exact: true }).first().click()
  await page.keyboard.type('one')
  let pass = () => {}
  const held = new Promise<void>((resolve) => (pass = resolve))
  await page.route('**/api/uploads', async (route) => {
    await held
    await route.continue()
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([terms])
  await file(page).getByRole('progressbar', { name: 'Uploading terms.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('alert').getByText('Wait for “terms.pdf” to finish uploading, or remove it.').waitFor()
  pass()
  await page.getByRole('button', { name: 'Remove terms.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const come = bubble(marcus.page, 'Read this')
  await come.getByText('@Marcus Oyelaran').waitFor()
  await come.getByRole('listitem').filter({ hasText: 'one' }).first().waitFor()
  const saved = marcus.page.waitForEvent('download')
  await come.getByRole('link', { name: /terms\.pdf/ }).click()
  expect((await saved).suggestedFilename()).toBe('terms.pdf')
  await expect.poll(() => file(page).count()).toBe(0)
})

it('sends with Enter where the member chose that, and begins a line with Shift Enter', async () => {
  const helen = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newGroup([helen.client, marcus], { name: 'By Enter' })
  await helen.open('/profile/settings')
  await helen.page.getByRole('checkbox', { name: /^Enter sends chat messages/ }).click()
  await expect.poll(() => testServer.sql('select 1 from member_preferences where enter_sends')).toHaveLength(1)
  await helen.open(`/inbox?group_id=${id}`)
  await write(helen.page, 'First line')
  await helen.page.keyboard.press('Shift+Enter')
  await helen.page.keyboard.type('Second line')
  await helen.page.keyboard.press('Enter')
  await bubble(helen.page, 'Second line').getByText('First line').waitFor()
})

it('is there once and in order on both devices after the server was away', { timeout: 90_000 }, async () => {
  stage.expectProblem(/Failed to load|ERR_|network|fetch/i)
  const desk = await stage.member(demoMembers.member)
  const phone = await stage.member(desk.client, PHONE)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newGroup([desk.client, marcus], { name: 'Through the night' })
  for (const browserSession of [desk, phone]) await browserSession.open(`/inbox?group_id=${id}`, { live: true })
  const twin = await startSecondServer(testServer)
  const said = ['Welcome.', 'Before.', 'One in the night.', 'Two in the night.', 'Three in the night.', 'After.']
  try {
    await sendTo(marcus, id, said[1])
    for (const { page } of [desk, phone]) await bubble(page, 'Before.').waitFor()
    await whileServerIsDown(testServer, async () => {
      for (const { page } of [desk, phone]) await page.getByText('You’re offline.').waitFor()
      for (const words of said.slice(2, 5)) await sendTo(marcus.at(twin.url), id, words)
    })
    for (const { page } of [desk, phone]) await bubble(page, 'Three in the night.').waitFor({ timeout: 40_000 })
    await sendTo(marcus, id, said[5])
    for (const { page } of [desk, phone]) {
      await bubble(page, 'After.').waitFor()
      const shown = await messages(page).locator('.t-quote').allTextContents()
      expect(shown.map((text) => text.trim())).toEqual(said)
    }
  } finally {
    await twin.close()
  }
})
