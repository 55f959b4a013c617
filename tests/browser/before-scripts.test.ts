/** What a page has before its scripts run: the counts and the side column; and what is pressed before they do. */
import { expect, it } from 'vitest'
import { InboxUnread, UnseenNotificationCount } from '#api/operations.ts'
import { FEED_PAGE } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { DESKTOP, holdScripts, isReady, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const PAGES = ['/', '/feed', '/notifications', '/members', '/bookmarks']
/** Rendering the first page takes longer than the time after which the feed looks whether its end is near. */
const SLOW_PROCESSOR = 6
const withoutScripts = { javaScriptEnabled: false }

it('the counts come with the page on a phone', async () => {
  const { page, client } = await stage.member(demoMembers.member, { ...PHONE, ...withoutScripts })
  const { inbox_unread } = await client.ask(InboxUnread, {})
  const { unseen_notification_count: unseen } = await client.ask(UnseenNotificationCount, {})
  const unread = inbox_unread.messages + inbox_unread.invitations
  expect(unread).toBeGreaterThan(0)
  expect(unseen).toBeGreaterThan(0)
  await page.goto('/feed')
  expect(await page.getByRole('link', { name: `Inbox ${unread} unread` }).isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: `Notifications ${unseen} new` }).isVisible()).toBe(true)
  // A phone has no side column, so its notes are not in the page.
  expect(await page.locator('aside').getByRole('heading').count()).toBe(0)
})

it.each(PAGES)('the side column comes with %s, as far as a window shows it', async (path) => {
  const { page } = await stage.member(demoMembers.member, { ...DESKTOP, ...withoutScripts })
  // The first request of a statement prepares it; the page does not wait for a slow note.
  await page.goto(path)
  await page.goto(path)
  const side = page.getByRole('complementary', { name: 'Related information' })
  for (const title of ['Unread in threads you follow', 'Questions you could answer', 'Next events'])
    expect(await side.getByRole('region', { name: title }).getByRole('listitem').count()).toBeGreaterThan(0)
})

it('a window that was narrow gets no side column from the server, and asks for it when it is wide', async () => {
  const { page, open } = await stage.member(demoMembers.member, { viewport: { width: 1024, height: 800 } })
  await open('/feed')
  const response = await page.reload()
  const html = await response!.text()
  expect(html).not.toContain('Members to know')
  // Too wide for a phone, perhaps: it gets both kinds of navigation, and keeps the one that it shows.
  for (const name of ['Main', 'Tabs']) expect(html).toContain(`aria-label="${name}"`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.locator('nav[aria-label=Tabs]').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('heading', { name: 'Members to know' }).waitFor()
})

it('Ctrl K before the page is hydrated opens the palette when it is', async () => {
  const { page } = await stage.member(demoMembers.member)
  const release = await holdScripts(page)
  await page.goto('/feed', { waitUntil: 'commit' })
  await page.getByRole('feed').waitFor()
  await page.keyboard.press('Control+k')
  release()
  await page.getByRole('dialog').getByRole('combobox').waitFor()
})

it.each([
  ['/members', 'search'],
  ['/experts', 'search'],
  ['/content/event-materials', 'search'],
  ['/content/peer-documents', 'q'],
  ['/content/learning-hub', 'search'],
])('Enter in the search field of %s works before the page is hydrated', async (path, name) => {
  // Tests have no pictures of series.
  stage.expectProblem(/series-images/)
  const { page } = await stage.member(demoMembers.member, withoutScripts)
  await page.goto(path)
  const field = page.getByRole('main').getByRole('search').locator(`input[name=${name}]`)
  await field.fill('privacy')
  await field.press('Enter')
  await page.waitForURL((url) => url.searchParams.get(name) === 'privacy')
  expect(await field.inputValue()).toBe('privacy')
})

it('the feed loads no second page while the first is still being rendered on a slow device', async () => {
  const { page } = await stage.member(demoMembers.member)
  let loads = 0
  await page.route('**/api/graphql/threads', async (route) => {
    loads += 1
    await route.continue()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  await page.goto('/feed')
  await expect.poll(() => page.getByRole('feed').getByRole('article').count()).toBe(FEED_PAGE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await isReady(page)
  expect(loads).toBe(0)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect.poll(() => loads).toBe(1)
})
