import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { isReady, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const marcus = await idOf(demoMembers.peer)
const first = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'The second key' })
const { id, opening } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'The first key' })
const reply = await insertMessage(testServer, { thread: id, sender: marcus, body: 'Press on.' })
const likes = (entity: number) => testServer.sql('select sentiment from likes where entity_id = $1', [entity])

it('goes through the feed and a thread with single keys', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/feed')
  await page.keyboard.press('j')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('The first key')
  await page.keyboard.press('j')
  await expect.poll(focused).toBe('The second key')
  await page.keyboard.press('f')
  await expect
    .poll(() => testServer.sql('select 1 from thread_follows where thread_id = $1', [first.id]))
    .toHaveLength(1)
  await page.keyboard.press('l')
  await expect.poll(() => likes(first.opening)).toEqual([{ sentiment: true }])
  await page.keyboard.press('k')
  await expect.poll(focused).toBe('The first key')
  await page.keyboard.press('o')
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'The first key' }).waitFor()
  // The heading is known from the feed before the replies are.
  await layer.locator(`#message-${reply}`).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`message-${reply}`)
  await page.keyboard.press('l')
  await expect.poll(() => likes(reply)).toEqual([{ sentiment: true }])
  await page.keyboard.press('Shift+R')
  await layer.getByRole('button', { name: 'Send to Marcus' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('contenteditable'))).toBe('true')
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('acts on a thread whose buttons are still loading', async () => {
  const { page } = await stage.member(demoMembers.member, { viewport: { width: 1_024, height: 768 } })
  // Without the pointer, which would load them: the first key does.
  await page.goto(`/feed/${id}`)
  await isReady(page)
  await page.waitForFunction(() => !('early' in window && window.early))
  expect(await page.locator('[data-thread-acts]').count()).toBe(0)
  for (const key of ['b', 'f', 'l']) await page.keyboard.press(key)
  const done = (rows: string) => testServer.sql(`select 1 from ${rows}`)
  await expect.poll(() => done(`bookmarks where kind = 'THREAD' and item_id = ${id}`)).toHaveLength(1)
  await expect.poll(() => done(`thread_follows where thread_id = ${id}`)).toHaveLength(1)
  await expect.poll(() => likes(opening)).toEqual([{ sentiment: true }])
})

it('goes back with u, searches with /, lists the keys with ?, and hides with h', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/feed')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The first key')
  await page.keyboard.press('o')
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'The first key' }).waitFor()
  await page.keyboard.press('u')
  await layer.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Reply privately').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('h')
  await page.getByText('Hidden from your feed').waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search discussions', exact: true })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('jkh?')
  await expect.poll(() => field.inputValue()).toBe('jkh?')
})

it('marks as read with e and goes on, and goes to other pages and to a new discussion', async () => {
  const { page, open } = await stage.member(demoMembers.trial)
  await open('/feed')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('j')
  await expect.poll(focused).toBe('The first key')
  await page.keyboard.press('e')
  await expect.poll(focused).toBe('The second key')
  await expect
    .poll(() =>
      testServer.sql(
        'select 1 from viewer_threads where thread_id = $1 and viewed_at is not null and user_id = (select id from users where email = $2)',
        [id, demoMembers.trial],
      ),
    )
    .toHaveLength(1)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { level: 1, name: /Morgan|Welcome|Good/ }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
})

it('does nothing once it is switched off, wherever the member signs in (WCAG 2.1.4)', async () => {
  const { page, open } = await stage.member(demoMembers.groupAdmin)
  await open('/profile/settings')
  // The query cache updates one task after the click, too late for `uncheck`.
  await page.getByRole('checkbox', { name: /^Keyboard shortcuts/ }).click()
  await expect
    .poll(() => testServer.sql('select keyboard_shortcuts from member_preferences'))
    .toEqual([{ keyboard_shortcuts: false }])
  await open('/feed')
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Keyboard shortcuts/ }).click()
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Keyboard shortcuts: on' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
