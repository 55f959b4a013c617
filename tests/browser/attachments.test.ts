import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { pdfOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { isReady, openBrowser } from './kit/browser-setup.ts'
import { editorOf, replies, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const marcus = (await testServer.member(demoMembers.peer)).id
const newThread = async (topic: string) =>
  (await insertThread(testServer, { author: marcus, networks: [legal], topic })).id

const PDF = pdfOf(['The terms.'])
const PNG = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1f3d76' } })
  .png()
  .toBuffer()
const terms = { name: 'terms.pdf', mimeType: 'application/pdf', buffer: PDF }
const board = { name: 'board.png', mimeType: 'image/png', buffer: PNG }

const rows = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const isThere = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` }).waitFor()
async function choose(page: Page, ...files: (typeof terms)[]) {
  const field = page.getByRole('button', { name: `${TO_GROUP}: ` })
  if (await field.isVisible()) await field.click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).first().click()
  await (await chooser).setFiles(files)
}
/** Simulates a user who drops a file on the form or pastes it from the clipboard. */
const give = (page: Page, gesture: 'drop' | 'paste', name: string, bytes: Buffer) =>
  page.getByRole('form', { name: 'Reply' }).evaluate(
    (form, [how, called, base64]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0))
      data.items.add(new File([content], called!, { type: 'image/png' }))
      const inside = form.querySelector('[role=textbox]') ?? form
      if (how === 'paste')
        inside.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          inside.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [gesture, name, bytes.toString('base64')] as const,
  )

it('keeps a file that is on its way when the text is continued elsewhere', async () => {
  const id = await newThread('Two devices and a slow line')
  const [desk, sofa] = [await stage.member(demoMembers.billing), await stage.member(demoMembers.billing)]
  await desk.open(`/feed/${id}`)
  const editor = await write(desk.page, TO_GROUP, 'See the terms')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await desk.page.route('**/api/uploads', async (route) => {
    await held
    await route.continue()
  })
  await choose(desk.page, terms)
  await desk.page.getByRole('button', { name: 'Cancel terms.pdf' }).waitFor()
  await sofa.open(`/feed/${id}`)
  const there = await editorOf(sofa.page)
  await there.press('End')
  await there.pressSequentially(' and the annex')
  await sofa.page.getByText('Draft saved', { exact: true }).waitFor()
  await desk.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await editor.getByText('See the terms and the annex').waitFor()
  await desk.page.getByRole('button', { name: 'Post to the group' }).click()
  await desk.page.getByText('Wait for “terms.pdf” to finish uploading, or remove it.').waitFor()
  release()
  await isThere(desk.page, 'terms.pdf')
  await desk.page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(desk.page)
  await replies(desk.page)
    .filter({ hasText: 'and the annex' })
    .getByRole('link', { name: /terms\.pdf/ })
    .waitFor()
})

it('sends chosen, dropped and pasted files with a reply, and shows the pictures to its readers (FEATURE-reply-attachments)', async () => {
  const id = await newThread('With files')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'See the terms')
  await choose(page, terms)
  await isThere(page, 'terms.pdf')
  await give(page, 'drop', 'dropped.png', PNG)
  await give(page, 'paste', 'pasted.png', PNG)
  await isThere(page, 'dropped.png')
  await isThere(page, 'pasted.png')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const sent = replies(page).filter({ hasText: 'See the terms' })
  await sent.getByRole('link', { name: /terms\.pdf/ }).waitFor()
  const other = await stage.member(demoMembers.billing)
  await other.open(`/feed/${id}`)
  const picture = replies(other.page).getByRole('img', { name: 'dropped.png' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  const saved = other.page.waitForEvent('download')
  await replies(other.page)
    .getByRole('link', { name: /terms\.pdf/ })
    .click()
  expect((await saved).suggestedFilename()).toBe('terms.pdf')
  await expect.poll(() => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').count()).toBe(0)
})

it('waits for what is on its way, and lets it be canceled', async () => {
  stage.expectProblem(/ERR_FAILED|ERR_ABORTED/)
  const id = await newThread('On its way')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/uploads', () => {})
  await write(page, TO_GROUP, 'Not yet')
  await choose(page, terms)
  await row(page, 'terms.pdf').getByRole('progressbar', { name: 'Uploading terms.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('alert').getByText('Wait for “terms.pdf” to finish uploading, or remove it.').waitFor()
  await page.getByRole('button', { name: 'Cancel terms.pdf' }).click()
  await expect.poll(() => rows(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
})

it('says why a file cannot come, and tries again after a lost connection', async () => {
  stage.expectProblem(/ERR_FAILED/)
  stage.expectProblem(/409/)
  const id = await newThread('Lost on the way')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await editorOf(page)
  await choose(page, { name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
  await row(page, 'setup.exe')
    .getByRole('alert')
    .getByText(/“setup.exe” isn’t a supported file type. Attach a PDF/)
    .waitFor()
  await page.getByRole('button', { name: 'Remove setup.exe' }).click()
  await choose(page, { ...terms, name: 'really.png' })
  await row(page, 'really.png')
    .getByRole('alert')
    .getByText(/“really.png” doesn’t match its file type/)
    .waitFor()
  await page.getByRole('button', { name: 'Remove really.png' }).click()
  await page.route('**/api/uploads', (route) => route.abort())
  await choose(page, board)
  await row(page, 'board.png').getByRole('alert').getByText('The connection was lost').waitFor()
  await page.unroute('**/api/uploads')
  await page.getByRole('button', { name: 'Try again to upload board.png' }).click()
  await row(page, 'board.png')
    .getByText(/bytes|KB/)
    .waitFor()
  await expectAccessible(page, 'files of a reply')
})

it('keeps uploaded files with the draft through a reload, and says when one has expired', async () => {
  const id = await newThread('Kept')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'With what was kept')
  await choose(page, terms, board)
  await isThere(page, 'terms.pdf')
  await isThere(page, 'board.png')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await isReady(page)
  await isThere(page, 'terms.pdf')
  await testServer.sql(`delete from uploads where name = 'terms.pdf'`)
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page
    .getByRole('alert')
    .getByText(/“terms.pdf” has expired/)
    .waitFor()
  await page.getByRole('button', { name: 'Remove terms.pdf' }).click()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  await replies(page)
    .filter({ hasText: 'With what was kept' })
    .getByRole('link', { name: /board\.png/ })
    .waitFor()
})

it('starts a discussion with a file', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('textbox', { name: 'Topic' }).fill('Opened with a file')
  await write(page, 'Your question', 'What do you make of it?')
  await choose(page, terms)
  await isThere(page, 'terms.pdf')
  await form.getByRole('button', { name: /^Post to/ }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'Opened with a file' }).waitFor()
  await layer.getByRole('link', { name: /terms\.pdf/ }).waitFor()
})

it('says when a file cannot be downloaded', async () => {
  stage.expectProblem(/Download failed|404/)
  const id = await newThread('Gone meanwhile')
  const [message] = await testServer.sql<{ id: number }>('select id from messages where thread_id = $1', [id])
  await testServer.sql(
    `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'lost.pdf', 'application/pdf', 1, $2)`,
    [message!.id, '0'.repeat(64)],
  )
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('link', { name: /lost\.pdf/ }).click()
  await page.getByText('We couldn’t download “lost.pdf”').waitFor()
})
