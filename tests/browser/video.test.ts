/** The player: it goes on where the member stopped, obeys the keyboard, and its transcript leads to each second. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import type { Page } from 'playwright-core'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
await storeEventFiles(localBlobs(path.join(testServer.config.dataDir, 'files')).put)
const [video] = await testServer.sql<{ id: number; event_id: number; video_id: number }>(
  `select * from event_videos where title = 'Privilege in internal investigations'`,
)
const address = `/content/event-materials/${video!.event_id}?video=${video!.id}`
const time = (page: Page) => page.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime)
const state = (page: Page) =>
  page.locator('video').evaluate((element) => {
    const { paused, muted, playbackRate } = element as HTMLVideoElement
    return { paused, muted, playbackRate }
  })
const progress = async (userId: number) =>
  (
    await testServer.sql<{ position: number; seconds: number }>(
      `select position, coalesce((select sum(upper(r) - lower(r)) from unnest(watched) r), 0)::integer as seconds
       from watch_progress where user_id = $1 and video_id = $2`,
      [userId, video!.video_id],
    )
  )[0]

it('goes on where the member stopped, plays, and saves where they are on another device', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await open(address)
  await page.getByText('Resumed at 0:24, where you left off.').waitFor()
  await expect.poll(() => time(page)).toBe(24)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => time(page)).toBeGreaterThan(26)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.poll(async () => (await progress(client.id))?.position).toBeGreaterThanOrEqual(26)
  const stopped = Math.floor(await time(page))
  const other = await stage.member(demoMembers.member, PHONE)
  await other.open(address)
  await expect.poll(() => time(other.page)).toBe(stopped)
})

it('obeys the keyboard', async () => {
  const { page, open } = await stage.member(demoMembers.peer)
  await open(`${address}&t=10`)
  await expect.poll(() => time(page)).toBe(10)
  await page.keyboard.press('l')
  await expect.poll(() => time(page)).toBe(20)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => time(page)).toBe(15)
  await page.keyboard.press('j')
  await expect.poll(() => time(page)).toBe(5)
  await page.keyboard.press('5')
  await expect.poll(() => time(page)).toBe(30)
  await page.keyboard.press('m')
  await expect.poll(async () => (await state(page)).muted).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(async () => (await state(page)).paused).toBe(false)
  await page.keyboard.press('k')
  await expect.poll(async () => (await state(page)).paused).toBe(true)
  const captions = page.getByRole('button', { name: 'Captions' })
  await page.keyboard.press('c')
  await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('false')
  await page.getByRole('button', { name: 'Speed: 1', exact: true }).click()
  await page.getByRole('menuitemradio', { name: '1.5×' }).click()
  await expect.poll(async () => (await state(page)).playbackRate).toBe(1.5)
  // Letters that are typed are text.
  const at = await time(page)
  await page.getByRole('searchbox', { name: 'Search the transcript' }).first().fill('j')
  expect(await time(page)).toBe(at)
})

it('searches the transcript and jumps to a line and to a chapter', async () => {
  const { page, open } = await stage.member('priya@members.test')
  await open(address)
  const transcript = page.getByRole('region', { name: 'Transcript' }).first()
  await transcript.getByRole('searchbox').fill('auditor')
  await transcript.getByText('1 of 2').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await transcript.getByText('2 of 2').waitFor()
  await transcript.getByRole('button', { name: /0:30/ }).click()
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(30)
  await expect.poll(() => transcript.locator('[aria-current]').textContent()).toContain('Sharing it with the auditor')
  await page.getByRole('button', { name: /One person who decides/ }).click()
  await expect.poll(() => time(page)).toBeGreaterThanOrEqual(46)
})

it('keeps the transcript when the video cannot be loaded', async () => {
  stage.expectProblem(/404|503/)
  const { page, open } = await stage.member('dana@members.test')
  await page.route('**/api/event-videos/*/file', (route) => route.fulfill({ status: 503, body: '' }))
  await open(address)
  await page.getByText('The video couldn’t be loaded.').waitFor()
  await page.getByRole('region', { name: 'Transcript' }).first().getByText('Before anything else').waitFor()
  await page.unroute('**/api/event-videos/*/file')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => page.locator('video').evaluate((element) => (element as HTMLVideoElement).readyState))
    .toBeGreaterThan(0)
})

it.each(widthsToTry(0))('can be used by everyone on a %s', async (_, device) => {
  const { page, open } = await stage.member(demoMembers.billing, device)
  await open(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page, 'video')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
