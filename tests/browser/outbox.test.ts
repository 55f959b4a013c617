/** A pending reply outlives its thread's page: it is sent, or a toast says why not. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { UNDO_MS } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const marcus = await testServer.member(demoMembers.peer)
const author = marcus.id
const newThread = (topic: string) => insertThread(testServer, { author, networks: [legal], topic })
const stored = (thread: number) =>
  testServer.sql('select from messages where thread_id = $1 and not is_original_message', [thread])

/** Leaves the thread without reloading the page. */
async function toFeed(page: Page, topic: string): Promise<void> {
  await page.getByRole('link', { name: 'Discussions' }).first().click()
  await page.getByRole('link', { name: topic, exact: true }).waitFor()
}

it('says that a reply was refused when its thread is left, and leads back to the text', async () => {
  const { id } = await newThread('Closed meanwhile')
  const { page, open } = await stage.member(demoMembers.member)
  await page.clock.install()
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Said too late')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await toFeed(page, 'Closed meanwhile')
  await testServer.sql('update threads set closed_at = now() where id = $1', [id])
  await page.clock.fastForward(UNDO_MS + 1000)
  await page.getByText('Your reply wasn’t sent').waitFor()
  await page.getByText('This discussion has been closed.').waitFor()
  await page.getByRole('button', { name: 'Open discussion' }).click()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Said too late').waitFor()
})

it('sends what had no connection when there is one again, wherever the member is then', async () => {
  stage.expectProblem(/ERR_|Failed to load/)
  const { id } = await newThread('Back on the line')
  const { page, open, context } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', (route) => route.abort())
  await write(page, TO_GROUP, 'From the train')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Not sent.').waitFor()
  await toFeed(page, 'Back on the line')
  await context.setOffline(true)
  await page.unroute('**/api/graphql/ReplyToThread')
  expect(await stored(id)).toHaveLength(0)
  await context.setOffline(false)
  await page.getByText('Posted to the group').waitFor()
  expect(await stored(id)).toHaveLength(1)
})

it('sends what an earlier visit could not, without its thread being opened', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('The next morning')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', (route) => route.abort())
  await write(page, TO_GROUP, 'Slept over it')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Not sent.').waitFor()
  await page.unroute('**/api/graphql/ReplyToThread')
  await open('/')
  await page.getByText('Posted to the group').waitFor()
  expect(await stored(id)).toHaveLength(1)
})

it('keeps an answer to a reply that is removed while one writes, and says so', async () => {
  const { id, opening } = await newThread('Gone under the pen')
  const answered = await insertMessage(testServer, {
    thread: id,
    sender: author,
    parent: opening,
    body: 'Soon taken back.',
  })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const composer = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await composer.getByRole('radio', { name: /To Marcus only/ }).check()
  await composer.getByRole('textbox').pressSequentially('Half an answer')
  await marcus.send('POST', '/api/graphql/RemoveMessage', { body: { variables: { message_id: answered } } })
  await page.getByText('The reply you were answering has been removed.').waitFor()
  const editor = page.getByRole('textbox', { name: 'Your private reply to Marcus', exact: true })
  await editor.getByText('Half an answer').waitFor()
  await expect.poll(() => editor.evaluate((element) => element.contains(document.activeElement))).toBe(true)
})

it('sends nobody what was meant for one who is gone, until the writer says that all may read it', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  const { id } = await insertThread(testServer, { author: client.id, networks: [legal], topic: 'Asked by the writer' })
  const answered = await insertMessage(testServer, { thread: id, sender: author, body: 'Soon taken back.' })
  await open(`/feed/${id}`, { live: true })
  await page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const composer = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await composer.getByRole('radio', { name: /To Marcus only/ }).check()
  await composer.getByRole('textbox').pressSequentially('For Marcus alone')
  await marcus.send('POST', '/api/graphql/RemoveMessage', { body: { variables: { message_id: answered } } })
  await page.getByText('The reply you were answering has been removed.').waitFor()
  const top = page.getByRole('form', { name: 'Reply', exact: true })
  const toGroup = top.getByRole('radio', { name: /To the group/ })
  expect(await toGroup.isChecked()).toBe(false)
  await top.getByRole('textbox').pressSequentially(', still')
  await top.getByRole('button', { name: 'Post to the group' }).click()
  await top.getByText('there’s no one here it can be sent to privately').waitFor()
  await page.reload()
  await top.getByText('For Marcus alone, still').waitFor()
  expect(await toGroup.isChecked()).toBe(false)
  await toGroup.check()
  await top.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  expect(await stored(id)).toHaveLength(2)
})

it('gives an answer back that waited while what it answers was removed', async () => {
  const { id, opening } = await newThread('Gone while it waited')
  const answered = await insertMessage(testServer, {
    thread: id,
    sender: author,
    parent: opening,
    body: 'Soon taken back.',
  })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const composer = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await composer.getByRole('textbox').pressSequentially('A whole answer')
  await composer.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await marcus.send('POST', '/api/graphql/RemoveMessage', { body: { variables: { message_id: answered } } })
  await page.getByText('Soon taken back.').waitFor({ state: 'detached' })
  await sendNow(page)
  await page.getByText('The reply you were answering has been removed.').waitFor()
  await page.getByRole('textbox', { name: TO_GROUP, exact: true }).getByText('A whole answer').waitFor()
})
