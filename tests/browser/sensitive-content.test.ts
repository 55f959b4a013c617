/** The sensitive-content check before sending: on the device, once, and without losing a word. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { editorOf, replies, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const RISKY = 'Our dispute with Halvorsen Logistics goes to trial; ring me at +1 415 555 0132.'

async function inThread(topic: string) {
  const { id: author } = await testServer.member(demoMembers.peer)
  const { id } = await insertThread(testServer, { author, networks: [legal], topic })
  const browserSession = await stage.member(demoMembers.member)
  await browserSession.open(`/feed/${id}`)
  const calls: string[] = []
  browserSession.page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('Halvorsen')) calls.push(request.url())
  })
  return { ...browserSession, calls, notice: browserSession.page.getByRole('group', { name: 'Before you send this' }) }
}

it('asks before a reply leaves that may say too much, and sends nothing for it', async () => {
  const { page, calls, notice } = await inThread('Asked once')
  const editor = await write(page, TO_GROUP, RISKY)
  await page.keyboard.press('Control+Enter')
  await notice.getByText(/Halvorsen Logistics.*may identify a client/).waitFor()
  await notice.getByText(/\+1 415 555 0132.*phone number/).waitFor()
  expect(calls.filter((url) => url.includes('ReplyToThread'))).toEqual([])
  await notice.getByRole('button', { name: 'Edit text' }).click()
  await notice.waitFor({ state: 'detached' })
  await expect.poll(() => editor.innerText()).toContain('Halvorsen Logistics')
})

it('lets it go as it is when the writer says so', async () => {
  const { page, notice } = await inThread('As it is')
  await write(page, TO_GROUP, RISKY)
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await notice.getByRole('button', { name: 'Send as is' }).click()
  await replies(page).getByText('Halvorsen Logistics').waitFor()
})

it('does not ask about a harmless reply', async () => {
  const { page, notice } = await inThread('Not asked')
  await editorOf(page)
  await page.keyboard.type('Has anyone used Latham for a carve-out of 3,000 people under Article 28 GDPR?')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await replies(page).getByText('Has anyone used Latham').waitFor()
  await expect.poll(() => notice.count()).toBe(0)
})

it('asks about a new discussion too, its topic included', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByPlaceholder('Topic').fill('Our counsel believes we are in breach')
  await form.getByRole('button', { name: /Your question/ }).click()
  await form.getByRole('textbox', { name: 'Your question' }).pressSequentially('What would you do?')
  await page.keyboard.press('Control+Enter')
  await form.getByText(/privilege/).waitFor()
  await expect.poll(() => testServer.sql(`select from threads where topic like 'Our counsel believes%'`)).toEqual([])
})
