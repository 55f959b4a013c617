import { expect, it } from 'vitest'
import { AlterBookmarks } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus, newcomer] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.newcomer)
const newThread = (topic: string) => insertThread(testServer, { author: marcus.id, networks: [legal], topic })
const clear = () => testServer.sql('delete from bookmarks')
const savedIds = async () =>
  (await testServer.sql<{ item_id: number }>('select item_id from bookmarks where user_id = $1', [helen.id])).map(
    ({ item_id }) => item_id,
  )

it('is saved with one press in the feed, taken back with Undo, and found on the page (FEATURE-bookmarks, ROUTE-bookmarks, UI-section-label-bookmarks, UI-back-label-bookmarks, ANALYTICS-page-bookmarks)', async () => {
  await clear()
  const { id } = await newThread('Clawback after a restatement')
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open('/feed', { live: true })
  const save = page.getByRole('button', { name: /^Saved? Clawback after a restatement/ })
  await save.click()
  await expect.poll(savedIds).toEqual([id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(savedIds).toEqual([])
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('false')
  await save.click()
  await expect.poll(savedIds).toEqual([id])
  await page.getByRole('link', { name: 'Bookmarks' }).click()
  await page.getByRole('heading', { name: 'Bookmarks', level: 1 }).waitFor()
  const viewed = () =>
    testServer.sql(`select data ->> 'section_label' as label from analytics_events where key = 'bookmarks-viewed'`)
  await expect.poll(viewed).toEqual([{ label: 'Bookmarks' }])
  // The side column may name it too, among what is discussed most.
  const saved = page.getByRole('region', { name: 'Saved items' })
  await saved.getByRole('link', { name: 'Clawback after a restatement' }).click()
  await page.getByRole('heading', { name: 'Clawback after a restatement', level: 1 }).waitFor()
  await page.locator('[data-back]').filter({ hasText: 'Bookmarks' }).waitFor()
  expect(
    await page
      .getByRole('button', { name: /^Saved? Clawback after a restatement/ })
      .last()
      .getAttribute('aria-pressed'),
  ).toBe('true')
})

it('is saved with b, and gets a collection with b again', async () => {
  await clear()
  const { id } = await newThread('Minutes of dissent')
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open(`/feed/${id}`, { live: true })
  await page.keyboard.press('b')
  await expect.poll(savedIds).toEqual([id])
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Choose a collection' })
  await dialog.getByRole('radio', { name: 'New collection' }).check()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.getByText('Enter a name for the collection.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Dissent')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('Moved to Dissent').waitFor()
  await page.keyboard.press('?')
  await page.getByText('Save to Bookmarks; again to choose a collection').waitFor()
})

it('is sent when the connection returns', async () => {
  await clear()
  const { id } = await newThread('Saved on the train')
  const { page, open, context } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open(`/feed/${id}`, { live: true })
  const save = page.getByRole('button', { name: /^Saved? Saved on the train/ })
  await save.hover()
  await page.waitForLoadState('networkidle')
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await save.click()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  expect(await savedIds()).toEqual([])
  await context.setOffline(false)
  await expect.poll(savedIds).toEqual([id])
})

it('is moved, annotated, searched and removed on its page, at every width (UI-screen-bookmark-collections)', async () => {
  await clear()
  const ids = []
  for (const topic of ['Indemnity caps', 'Board consent', 'Audit rights']) ids.push((await newThread(topic)).id)
  await helen.ask(AlterBookmarks, { bookmarks: ids.map((id) => ({ kind: 'THREAD', id })) } as never)
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  // The desk beside the list names the same discussions.
  const saved = page.getByRole('region', { name: 'Saved items' })
  await open('/bookmarks?collection=none', { live: true })
  await page.getByRole('checkbox', { name: 'Select Indemnity caps' }).check()
  await page.getByRole('checkbox', { name: 'Select Board consent' }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Move to' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'New collection' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Negotiation')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('link', { name: 'Negotiation 2' }).click()
  await page.getByRole('heading', { name: 'Negotiation' }).waitFor()
  await page.getByRole('button', { name: 'More actions for Board consent' }).click()
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  await page.getByRole('textbox', { name: 'Your note' }).fill('For the spring meeting')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('For the spring meeting').waitFor()
  await expectAccessible(page, 'bookmarks')
  await page.getByRole('searchbox', { name: 'Search titles and your notes' }).fill('spring')
  await expect.poll(() => saved.getByRole('link', { name: 'Indemnity caps' }).count()).toBe(0)
  await saved.getByRole('link', { name: 'Board consent' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search titles and your notes' }).fill('')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name of the collection' }).fill('Terms')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('heading', { name: 'Terms' }).waitFor()
  await page.setViewportSize(PHONE.viewport!)
  await page.getByRole('link', { name: 'Terms 2' }).waitFor()
  await expectAccessible(page, 'bookmarks on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete collection' }).click()
  await page.getByRole('heading', { name: 'All bookmarks' }).waitFor()
  await expect.poll(async () => (await savedIds()).length).toBe(3)
  await page.getByRole('button', { name: 'More actions for Audit rights' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(async () => (await savedIds()).length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await savedIds()).length).toBe(3)
})

it('shows what is gone without a trace of it', async () => {
  await clear()
  const { id } = await newThread('Quietly withdrawn')
  await helen.ask(AlterBookmarks, { bookmarks: [{ kind: 'THREAD', id }] } as never)
  await testServer.sql('update thread_feed set visible = false where thread_id = $1', [id])
  await testServer.sql('update threads set removed_at = now() where id = $1', [id])
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open('/bookmarks', { live: true })
  await page.getByRole('heading', { name: 'No longer available to you' }).waitFor()
  expect(await page.content()).not.toContain('Quietly withdrawn')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(savedIds).toEqual([])
})

it('says what to do while nothing is saved', async () => {
  await testServer.sql('delete from bookmark_collections where user_id = $1', [newcomer.id])
  const { page, open } = await stage.member(demoMembers.newcomer, { reducedMotion: 'reduce' })
  await open('/bookmarks', { live: true })
  await page.getByText('You haven’t saved anything yet').waitFor()
})
