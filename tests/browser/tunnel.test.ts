/** The connection is lost while a member writes: in every composer, they can finish what they have started. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { CreatePoll } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { newConversation } from '../harness/inbox.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { bubble } from './kit/inbox.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { editorOf, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const marcus = await testServer.member(demoMembers.peer)
const newThread = (topic: string) => insertThread(testServer, { author: marcus.id, networks: [legal], topic })
const stored = (thread: number) =>
  testServer.sql('select from messages where thread_id = $1 and not is_original_message', [thread])
const RISKY = 'Our dispute with Halvorsen Logistics goes to trial; ring me at +1 415 555 0132.'
const CARE = /\/assets\/sensitive-content-[\w-]+\.js/

async function browserSession() {
  stage.expectProblem(/ERR_|Failed to load|api\/live/)
  return stage.member(demoMembers.member)
}
const stillThere = (page: Page) => expect.poll(() => page.getByText('We couldn’t show this page').count()).toBe(0)

/** Opens the composer of a new thread, goes offline, types there and presses send. */
async function sendOffline(topic: string, text: string) {
  const { id } = await newThread(topic)
  const { page, open, context } = await browserSession()
  await open(`/feed/${id}`)
  await editorOf(page)
  await context.setOffline(true)
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
  return { id, page, context }
}

it('sends a reply that was written before the tunnel and sent within it', async () => {
  const { id, page, context } = await sendOffline('Into the tunnel', 'Written in the tunnel')
  await sendNow(page)
  await page.getByText('Not sent.').waitFor()
  await stillThere(page)
  expect(await stored(id)).toHaveLength(0)
  await context.setOffline(false)
  await page.getByText('Posted to the group').waitFor()
  expect(await stored(id)).toHaveLength(1)
})

it('takes a reply back in the tunnel that was sent there', async () => {
  const { page } = await sendOffline('Taken back in the tunnel', 'Not like this')
  await page.getByRole('article', { name: 'Your reply' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('textbox', { name: TO_GROUP, exact: true }).getByText('Not like this').waitFor()
  await stillThere(page)
})

it('says that a composer did not load, and opens it when the connection is back', async () => {
  const { id } = await newThread('Opened in the tunnel')
  const { page, open, context } = await browserSession()
  await open(`/feed/${id}`)
  // A browser does not ask again for a module whose request was cut off.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: `${TO_GROUP}: ` }).click()
  await page.getByText('This didn’t load. It will open when you’re back online.').first().waitFor()
  await page.getByRole('button', { name: 'More actions for this discussion' }).click()
  await page.getByText('This couldn’t be loaded').waitFor()
  await stillThere(page)
  await context.setOffline(false)
  await page.getByRole('textbox', { name: TO_GROUP, exact: true }).waitFor()
})

it('sends no text unchecked without its writer deciding so', async () => {
  const { id } = await newThread('Without the check')
  const { page, open } = await browserSession()
  await page.route(CARE, (route) => route.abort())
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, RISKY)
  await page.keyboard.press('Control+Enter')
  const missing = page.getByRole('group', { name: 'We couldn’t check this text' })
  await missing.getByText('Nothing has been sent').waitFor()
  await missing.getByRole('button', { name: 'Check again' }).click()
  await missing.waitFor()
  expect(await page.getByRole('article', { name: 'Your reply' }).count()).toBe(0)
  await missing.getByRole('button', { name: 'Send without the check' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  expect(await stored(id)).toHaveLength(1)
})

it('checks a text that was kept as soon as the check can be loaded', async () => {
  const { id } = await newThread('With the check at last')
  const { page, open } = await browserSession()
  await page.route(CARE, (route) => route.abort())
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, RISKY)
  await page.keyboard.press('Control+Enter')
  const missing = page.getByRole('group', { name: 'We couldn’t check this text' })
  await missing.waitFor()
  await page.getByText('Draft saved').waitFor()
  await page.unroute(CARE)
  await page.reload()
  await page.getByRole('button', { name: `${TO_GROUP}: ${RISKY}` }).click()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page
    .getByRole('group', { name: 'Before you send this' })
    .getByText(/Halvorsen Logistics/)
    .waitFor()
})

it('keeps a new discussion in the tunnel, checked, and posts it after', async () => {
  const { page, open, context } = await browserSession()
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('button', { name: /Your question/ }).click()
  await form.getByRole('textbox', { name: 'Your question' }).waitFor()
  await context.setOffline(true)
  await form.getByPlaceholder('Topic').fill('Asked in the tunnel')
  await form.getByRole('textbox', { name: 'Your question' }).pressSequentially(RISKY)
  await page.keyboard.press('Control+Enter')
  await form.getByRole('button', { name: 'Send as is' }).click()
  await form.getByRole('alert').getByText('You’re offline.').waitFor()
  await stillThere(page)
  await context.setOffline(false)
  await form.getByRole('button', { name: /^Post to/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Asked in the tunnel' }).waitFor()
})

it('keeps an edit in the tunnel and saves it after', async () => {
  const { page, open, context, client } = await browserSession()
  const { id } = await newThread('Edited in the tunnel')
  const message = await insertMessage(testServer, { thread: id, sender: client.id, body: 'As it was.' })
  await open(`/feed/${id}`)
  await page.locator(`#message-${message}`).getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Edit your reply' })
  await form.getByRole('textbox').waitFor()
  await context.setOffline(true)
  await form.getByRole('textbox').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And more.')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('You’re offline. Your changes are safe; try again when you’re back online.').waitFor()
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('As it was. And more.').waitFor()
})

it('keeps a message of the inbox in the tunnel and sends it after, also when the inbox was left', async () => {
  const { page, open, context, client } = await browserSession()
  const id = await newConversation(client, marcus, 'Before the tunnel.')
  await open(`/inbox?group_id=${id}`)
  await bubble(page, 'Before the tunnel.').waitFor()
  await page.getByRole('button', { name: 'Message: ' }).click()
  const editor = page.getByRole('textbox', { name: 'Message', exact: true })
  await editor.waitFor()
  // Prefetch the feed, so that it can be opened offline.
  await page.getByRole('link', { name: 'Discussions' }).first().hover()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await editor.pressSequentially('Said in the tunnel.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Not sent.').waitFor()
  await page.getByRole('link', { name: 'Discussions' }).first().click()
  await editor.waitFor({ state: 'detached' })
  await context.setOffline(false)
  await expect
    .poll(() =>
      testServer.sql(`select from inbox_messages where group_id = $1 and cleaned_body = 'Said in the tunnel.'`, [id]),
    )
    .toHaveLength(1)
})

it('keeps what was chosen in a poll until the vote is counted', async () => {
  const poll = (
    await marcus.ask(CreatePoll, {
      title: 'Which way out of the tunnel?',
      options: ['North', 'South'],
      allow_other: true,
      idempotency_key: newKey(),
    })
  ).createPoll
  const { page, open, context } = await browserSession()
  await open(`/feed/${poll.thread_id}`)
  const panel = page.getByRole('region', { name: 'Poll' })
  await panel.getByRole('radio', { name: 'Other' }).check()
  await context.setOffline(true)
  await panel.getByPlaceholder('Your answer').fill('Back in')
  await panel.getByRole('button', { name: 'Vote' }).click()
  await panel.getByText('You’re offline, so your vote wasn’t counted.').waitFor()
  expect(await panel.getByPlaceholder('Your answer').inputValue()).toBe('Back in')
  await context.setOffline(false)
  await panel.getByRole('button', { name: 'Vote' }).click()
  await panel.getByText('You voted.').waitFor()
})

it('keeps a recommendation in the tunnel and sends it after', async () => {
  const { page, open, context } = await browserSession()
  await open('/recommendations')
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  const form = page.getByRole('form', { name: 'Recommend an expert' })
  await form.getByRole('combobox').first().pressSequentially('Maria Lopes')
  await form.getByRole('option', { name: 'Add “Maria Lopes”' }).click()
  await form.getByRole('button', { name: 'Maria Lopez (Dahlberg & Rowe)' }).click()
  await form.getByLabel('Recommended for').selectOption({ label: 'Litigation' })
  await context.setOffline(true)
  await form.getByLabel('What should members know?').fill('Calm and exact.')
  await form.getByRole('button', { name: 'Recommend to my networks' }).click()
  await form.getByRole('alert').getByText('You’re offline').waitFor()
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Recommend to my networks' }).click()
  await page.getByText('Recommended Maria Lopez').waitFor()
})

it('keeps a report in the tunnel and sends it after', async () => {
  const { id } = await newThread('Reported in the tunnel')
  const { page, open, context } = await browserSession()
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'More actions for this discussion' }).click()
  await page.getByRole('button', { name: 'Report to staff' }).click()
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'Reveals confidential information' }).check()
  await page.getByLabel('What should staff know?').fill('It names a client.')
  await page.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByText('You’re offline. What you wrote is still here').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByRole('heading', { name: 'Sent to staff' }).waitFor()
})
