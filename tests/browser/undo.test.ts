import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { UNDO_MS } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { replies, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const author = (await testServer.member(demoMembers.peer)).id
const newThread = (topic: string) => insertThread(testServer, { author, networks: [legal], topic })
const stored = async (thread: number) =>
  (
    await testServer.sql<{ parsed_body: string }>(
      'select parsed_body from messages where thread_id = $1 and not is_original_message order by id',
      [thread],
    )
  ).map(({ parsed_body }) => parsed_body)
const written = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('counterpart.')))

it('shows a reply at once and sends it after ten seconds, not before', async () => {
  const { id } = await newThread('Second thoughts')
  const { page, open } = await stage.member(demoMembers.member)
  await page.clock.install()
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Said and meant')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await waiting.getByText('Said and meant').waitFor()
  await waiting.getByText(/^Posting in \d+ s$/).waitFor()
  await expect
    .poll(() => waiting.getByRole('status').allTextContents())
    .toEqual([expect.stringMatching(/^Your reply will be posted in \d+ seconds\. Undo to stop it\.$/)])
  await expect.poll(() => stored(id)).toEqual([])
  await page.clock.fastForward(UNDO_MS + 1000)
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => stored(id)).toEqual(['<p>Said and meant</p>'])
})

it('gives text and audience back, with the caret in it, and nothing has left', async () => {
  const { id } = await newThread('Taken back')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('radio', { name: /To Marcus only/ }).check()
  await write(page, 'Your private reply to Marcus', 'Not like this')
  await page.getByRole('button', { name: 'Send to Marcus' }).click()
  await write(page, TO_GROUP, 'A second one')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await expect.poll(() => waiting.count()).toBe(2)
  await waiting.filter({ hasText: 'Not like this' }).getByRole('button', { name: 'Undo' }).click()
  const editor = page.getByRole('textbox', { name: 'Your private reply to Marcus' })
  await editor.getByText('Not like this').waitFor()
  await expect.poll(() => editor.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => stored(id)).toEqual(['<p>A second one</p>'])
})

it('sends what waits when the page is left', async () => {
  const { id } = await newThread('Left in haste')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Off it goes')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await page.goto('about:blank')
  await expect.poll(() => stored(id)).toEqual(['<p>Off it goes</p>'])
  await open(`/feed/${id}`)
  await expect.poll(() => replies(page).filter({ hasText: 'Off it goes' }).count()).toBe(1)
  await expect.poll(() => stored(id)).toHaveLength(1)
})

it('sends what waits before the member is signed out, and leaves nothing on the device', async () => {
  // Requests of the page are refused while the session ends.
  stage.expectProblem(/401/)
  const { id } = await newThread('The last word')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Good night')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/auth\/login/)
  expect(await stored(id)).toEqual(['<p>Good night</p>'])
  await expect.poll(() => written(page)).toEqual([])
})

it('does not sign out over a reply that cannot be sent, and says so', async () => {
  stage.expectProblem(/ERR_FAILED|401/)
  const { id } = await newThread('Not the last word')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', (route) => route.abort())
  await write(page, TO_GROUP, 'Not without this')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByText('You’re still signed in').waitFor()
  await page.getByRole('article', { name: 'Your reply' }).getByText('Not sent.').waitFor()
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out and delete 1 unsent post' }).click()
  await page.waitForURL(/auth\/login/)
  await expect.poll(() => written(page)).toEqual([])
})

it('does not send from a second tab what was undone in the first', async () => {
  const { id } = await newThread('Two tabs')
  const { page, open, context } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Never mind')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const second = await context.newPage()
  await second.goto(`/feed/${id}`)
  await second.getByRole('button', { name: 'Send now' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('textbox', { name: TO_GROUP }).getByText('Never mind').waitFor()
  await second.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => second.getByRole('button', { name: 'Send now' }).count()).toBe(0)
  await expect.poll(() => stored(id)).toEqual([])
})

it('sends once and says so once, also when the connection comes back in the moment in which it has arrived', async () => {
  const { id } = await newThread('Said once')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/ReplyToThread') ? 1 : 0))
  await write(page, TO_GROUP, 'Heard the first time')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.evaluate(() => setInterval(() => dispatchEvent(new Event('online')), 5))
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => written(page)).not.toContainEqual(expect.stringContaining('outbox'))
  expect(await page.getByText('Posted to the group').count()).toBe(1)
  expect(sent).toBe(1)
})
