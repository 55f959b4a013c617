/** Main layout rules that need a browser: content above it, history entries of other scripts, ways out of overlays. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { waitForPath, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()

const layer = (page: Page) => page.locator('[data-top-layer]')
async function openFirstThread(page: Page): Promise<void> {
  await page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').first().click()
  await layer(page).getByRole('heading', { level: 1 }).waitFor()
}

it('an overlay closes when somebody asks all of them to (OVERLAY-clear-event, STATE-overlay-close)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await openFirstThread(page)
  await page.evaluate(() => dispatchEvent(new Event('overlay:clear')))
  await waitForPath(page, '/feed')
  await layer(page).waitFor({ state: 'detached' })
})

it('coming back from an overlay asks for the feed again (OVERLAY-feed-reload)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await openFirstThread(page)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/graphql/threads'))
  await page.goBack()
  await waitForPath(page, '/feed')
  expect((await asked).postDataJSON()).toMatchObject({ variables: { offset: 0 } })
})

it('the frame leaves room for what stands above the page (STATE-main-height)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  const height = () =>
    page.evaluate(() => document.getElementById('scroller')!.parentElement!.getBoundingClientRect().height)
  const full = await page.evaluate(() => innerHeight)
  await expect.poll(height).toBe(full)
  await page.evaluate(() => (document.body.style.marginTop = '60px'))
  await expect.poll(height).toBe(full - 60)
  await page.evaluate(() => (document.body.style.marginTop = ''))
  await expect.poll(height).toBe(full)
})

it('going back to an entry that another script made shows its address (STATE-history-without-url)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  // The open stream shows that the whole layout is hydrated, and not only its root.
  await open('/feed', { live: true })
  await page.evaluate(() => {
    // Bypasses the router, as another script would.
    for (const path of ['/profile/settings', '/feed?kind=poll'])
      History.prototype.pushState.call(history, null, '', path)
  })
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await waitForPath(page, '/profile/settings')
})

it('seeing the feed is recorded once, with the member (ANALYTICS-feed-viewed)', async () => {
  const { page, open, client } = await stage.member(demoMembers.newcomer)
  await open('/feed')
  const recorded = () =>
    stage.testServer.sql<{ data: { platform: string } }>(
      `select data from analytics_events where key = 'feed-viewed' and user_id = $1`,
      [client.id],
    )
  await expect.poll(async () => (await recorded()).length).toBe(1)
  await openFirstThread(page)
  await page.goBack()
  await waitForPath(page, '/feed')
  await page.waitForLoadState('networkidle')
  await expect.poll(() => recorded()).toMatchObject([{ data: { platform: 'web' } }])
})
