/** Offline, a device shows what its member let it store: nothing private, nothing unasked, nothing after sign-out. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { openBrowser, type BrowserSession } from './kit/browser-setup.ts'
import { whileServerIsDown } from './kit/while-server-is-down.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)

async function allow({ page, open }: Pick<BrowserSession, 'page' | 'open'>): Promise<void> {
  await open('/profile/settings')
  await page.getByRole('checkbox', { name: /Save discussions for offline reading/ }).click()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}

it('keeps the feed and what was opened, never what is private, until the member signs out', async () => {
  stage.expectProblem(/Failed to load|ERR_|network|fetch/i)
  const { id, opening } = await insertThread(testServer, {
    author: helen.id,
    networks: [legal],
    topic: 'Kept for the flight',
  })
  await insertMessage(testServer, { thread: id, sender: marcus.id, parent: opening, body: 'A public answer.' })
  await insertMessage(testServer, {
    thread: id,
    sender: marcus.id,
    parent: opening,
    body: 'A private canary.',
    readers: [helen.id, marcus.id],
  })
  const { page, open } = await stage.member(helen)
  const keys = () =>
    page.evaluate(async () => (await (await caches.open('offline')).keys()).map(({ url }) => new URL(url).pathname))
  await open(`/feed/${id}`)
  await page.getByText('A private canary.').waitFor()
  await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(false)
  await allow({ page, open })
  await open('/feed')
  await expect.poll(keys).toContain('/offline/feed')
  await open(`/feed/${id}`)
  await expect.poll(keys).toContain(`/offline/threads/${id}`)
  const kept = () =>
    page.evaluate(async () => {
      const store = await caches.open('offline')
      return (await Promise.all((await store.matchAll()).map((answer) => answer.text()))).join('')
    })
  // The cache replaces a thread with each response, and is empty for a moment.
  await expect.poll(kept).toContain('A public answer.')
  expect(await kept()).not.toContain('canary')
  await whileServerIsDown(testServer, async () => {
    await page.goto(`/feed/${id}`)
    await page.getByRole('heading', { name: 'Kept for the flight' }).waitFor()
    await page.getByText('A public answer.').waitFor()
    await page.getByText('You’re offline.').waitFor()
    // In chronological order: first the question, then the answer.
    expect((await page.getByRole('article').allTextContents()).at(-1)).toContain('A public answer.')
    expect(await page.content()).not.toContain('canary')
    await page.getByRole('link', { name: 'Discussions' }).click()
    await page.getByRole('link', { name: 'Kept for the flight' }).waitFor()
  })
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
  await page.waitForURL(/auth\/login/)
  await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(false)
})

it.each([
  ['the session has ended elsewhere', 'ended'],
  ['somebody else signs in', 'another'],
] as const)('is forgotten when %s', async (_, how) => {
  stage.expectProblem(/401/)
  const browserSession = await stage.member(await testServer.member(demoMembers.member))
  const { page, open, context, client } = browserSession
  await allow(browserSession)
  await open('/feed')
  const isKept = () => page.evaluate(() => caches.has('offline'))
  await expect.poll(isKept).toBe(true)
  await page.goto('about:blank')
  if (how === 'ended') await client.send('POST', '/api/auth/logout', { body: {} })
  else
    await context.addCookies(
      [...marcus.cookies].map(([name, value]) => ({ name, value, url: testServer.url, sameSite: 'Lax' as const })),
    )
  await open('/feed')
  await expect.poll(isKept).toBe(false)
})

it('goes with a suspension as soon as there is a connection again, whether or not scripts of a page run', async () => {
  stage.expectProblem(/401|Failed to load|ERR_/)
  const browserSession = await stage.member(await testServer.member(demoMembers.groupAdmin))
  const { page, open, context, client } = browserSession
  await allow(browserSession)
  await open('/feed')
  const isKept = () => page.evaluate(() => caches.has('offline'))
  await expect.poll(isKept).toBe(true)
  await testServer.sql('update users set suspended = true where id = $1', [client.id])
  await page.goto('about:blank')
  await context.route(/\.js$/, (route) => route.abort())
  // Sessions are cached for three seconds, so retry.
  await expect.poll(async () => (await page.goto('/feed'))?.url()).toContain('/auth/login')
  await expect.poll(isKept).toBe(false)
  await page.goto('about:blank')
})

it('leaves nothing readable on the device after signing out, not even a draft', async () => {
  // Requests of the page are refused while the session ends.
  stage.expectProblem(/401/)
  const { page, open } = await stage.member(await testServer.member(demoMembers.peer))
  await open('/feed')
  await page.evaluate(async () => {
    localStorage.setItem('written-by-a-later-version', 'A draft that signing out does not know of')
    await (await caches.open('of-a-later-version')).put('/kept', new Response('words'))
  })
  await page.getByRole('button', { name: /Marcus/ }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
  await page.waitForURL(/auth\/login/)
  const left = () =>
    page.evaluate(async () => [localStorage.getItem('written-by-a-later-version'), await caches.keys()])
  await expect.poll(left).toEqual([null, []])
})
