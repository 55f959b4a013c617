/** Without a connection a device shows what its member let it keep: nothing private, nothing unasked, nothing after signing out. */
import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { openStage, type Seat } from './kit/stage.ts'
import { withoutServer } from './kit/without-server.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const [helen, marcus] = await house.members(cast.member, cast.peer)

async function allow({ page, open }: Pick<Seat, 'page' | 'open'>): Promise<void> {
  await open('/profile/settings')
  await page.getByRole('checkbox', { name: /Keep discussions on this device/ }).click()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}

it('keeps the feed and what was opened, never what is private, until the member signs out', async () => {
  stage.expectProblem(/Failed to load|ERR_|network|fetch/i)
  const { id, opening } = await putThread(house, { author: helen.id, networks: [legal], topic: 'Kept for the flight' })
  await putMessage(house, { thread: id, sender: marcus.id, parent: opening, body: 'A public answer.' })
  await putMessage(house, {
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
  // A thread is kept anew with each answer about it, and for a moment not at all.
  await expect.poll(kept).toContain('A public answer.')
  expect(await kept()).not.toContain('canary')
  await withoutServer(house, async () => {
    await page.goto(`/feed/${id}`)
    await page.getByRole('heading', { name: 'Kept for the flight' }).waitFor()
    await page.getByText('A public answer.').waitFor()
    await page.getByText('No connection.').waitFor()
    // As it was said: what was asked, then what was answered.
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
  const seat = await stage.member(await house.member(cast.member))
  const { page, open, context, client } = seat
  await allow(seat)
  await open('/feed')
  const isKept = () => page.evaluate(() => caches.has('offline'))
  await expect.poll(isKept).toBe(true)
  await page.goto('about:blank')
  if (how === 'ended') await client.send('POST', '/api/auth/logout', { body: {} })
  else
    await context.addCookies(
      [...marcus.cookies].map(([name, value]) => ({ name, value, url: house.url, sameSite: 'Lax' as const })),
    )
  await open('/feed')
  await expect.poll(isKept).toBe(false)
})
