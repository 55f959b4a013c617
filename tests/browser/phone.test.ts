/** Reading and answering with one thumb, at the widths of phones. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PRESS_MS } from '#web/platform/app/touch-gestures.ts'
import { demoMembers } from '../demo-members.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { fontsAreThere, holdScripts, isReady, openBrowser, PHONE } from './kit/browser-setup.ts'
import { replies, TO_GROUP } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = [await idOf(demoMembers.member), await idOf(demoMembers.peer)]
const TARGET = 44

/** A thread that Helen has read, with two new replies. */
async function readThread(topic: string) {
  const { id, opening } = await insertThread(testServer, { author: marcus, networks: [legal], topic })
  await testServer.sql(
    `insert into viewer_threads (user_id, thread_id, viewed_at) values ($1, $2, now() - interval '1 minute')
     on conflict (user_id, thread_id) do update set viewed_at = excluded.viewed_at`,
    [helen, id],
  )
  for (const body of ['One.', 'Two.'])
    await insertMessage(testServer, { thread: id, sender: marcus, parent: opening, body })
  return id
}

/** Buttons and links within `selector` that are cut off at a side, or smaller than a thumb. */
const outOfReach = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(
    (all, target) =>
      all
        .flatMap((each) => [...each.querySelectorAll('button, a[href], [role=combobox], select, label')])
        .filter((each) => each.getClientRects().length > 0)
        .map((each) => ({ words: each.textContent ?? '', box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.height < target)
        .map(({ words, box }) => `${words} ${Math.round(box.left)}–${Math.round(box.right)}, ${box.height} high`),
    TARGET,
  )

it.each([360, 390, 430])('reads what is new in two taps and answers it in two more at %i pixels', async (width) => {
  const topic = `With one thumb at ${width}`
  await readThread(topic)
  const { page, open } = await stage.member(demoMembers.member, { ...PHONE, viewport: { width, height: 780 } })
  let taps = 0
  const tap = async (locator: ReturnType<Page['locator']>) => {
    await locator.tap()
    taps += 1
  }
  await open('/feed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await outOfReach(page, '[data-guide=ask] + p')).toEqual([])
  await tap(page.getByRole('link', { name: topic, exact: true }))
  await tap(page.getByRole('button', { name: 'Go to 2 new replies' }))
  await replies(page).getByText('One.', { exact: true }).waitFor()
  expect(taps).toBe(2)

  expect(await outOfReach(page, '[data-acts], form[data-reply]')).toEqual([])
  await tap(page.getByRole('button', { name: `${TO_GROUP}: ` }))
  const editor = page.getByRole('textbox', { name: TO_GROUP, exact: true })
  await editor.waitFor()
  await editor.pressSequentially('Thank you.')
  expect(await outOfReach(page, 'form[data-reply]')).toEqual([])
  await tap(page.getByRole('button', { name: 'Post to the group' }))
  await replies(page).getByText('Thank you.').waitFor()
  expect(taps).toBe(4)
})

it('loads the page again when it is pulled down at its top', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed')
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'Came meanwhile' })
  await page.locator('[data-pull]').waitFor({ state: 'attached' })
  const drag = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    drag.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
  await touch('touchStart', 100)
  await touch('touchMove', 140)
  await page.getByText('Pull to refresh').waitFor()
  await touch('touchMove', 220)
  await page.getByText('Release to refresh').waitFor()
  await touch('touchEnd')
  await page.locator(`h3 a[data-thread="${id}"]`).waitFor()
})

it('says what waits on the device while the connection is lost, and covers nothing', async () => {
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const id = await readThread('In the tunnel')
  const { page, open, context } = await stage.member(demoMembers.member, PHONE)
  await open(`/feed/${id}`, { live: true })
  await page.getByRole('button', { name: `${TO_GROUP}: ` }).tap()
  await page.getByRole('textbox', { name: TO_GROUP, exact: true }).pressSequentially('Sent later.')
  await context.setOffline(true)
  await page.getByText('You’re offline.', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).tap()
  await page.getByText('Waiting on this device: 1 reply.').waitFor()
  const [bottom, top] = await page.evaluate(() => [
    [...document.querySelectorAll('[role=status] p')].at(-1)!.getBoundingClientRect().bottom,
    document.getElementById('scroller')!.getBoundingClientRect().top,
  ])
  expect(top!).toBeGreaterThanOrEqual(Math.floor(bottom!))
  await context.setOffline(false)
  await page.getByText('Waiting on this device').waitFor({ state: 'detached' })
})

/** A finger that goes from one place to another, and stays there for `ms`. */
async function drag(page: Page, from: [number, number], to: [number, number], ms = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  await touch('touchStart', [from])
  if (from !== to) await touch('touchMove', [to])
  // By the page's own timers, in whose order the press comes first.
  await page.evaluate((held) => new Promise((resolve) => setTimeout(resolve, held)), ms)
  await touch('touchEnd', [])
}

it('a long press on a message opens the actions of its button, and a swipe from the edge goes back', async () => {
  const id = await readThread('Pressed for long')
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed')
  await page.getByRole('feed').getByRole('link', { name: 'Pressed for long' }).first().click()
  const message = page.locator('[data-top-layer] article').first()
  const face = (await message.locator('time').boundingBox())!
  const middle: [number, number] = [face.x + face.width / 2, face.y + face.height / 2]
  const dialog = page.getByRole('dialog', { name: /^Options for / })
  await drag(page, middle, [middle[0], middle[1] - 40], PRESS_MS + 1)
  expect(await dialog.count(), 'who scrolls does not press').toBe(0)
  const still = (await message.locator('time').boundingBox())!
  const place: [number, number] = [still.x + still.width / 2, still.y + still.height / 2]
  await drag(page, place, place, PRESS_MS + 1)
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await drag(page, [200, 300], [380, 300])
  expect(new URL(page.url()).pathname, 'not from the middle').toBe(`/feed/${id}`)
  await drag(page, [5, 300], [200, 310])
  await expect.poll(() => new URL(page.url()).pathname).toBe('/feed')
})

it('the top bar shows the topic while its heading is above the view', async () => {
  const topic = 'Whether the topic stays in sight'
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic })
  for (let made = 0; made < 20; made++) await insertMessage(testServer, { thread: id, sender: marcus, body: 'A line.' })
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open(`/feed/${id}`)
  const bar = page.locator('[data-topic-in-bar]')
  await page.getByRole('button', { name: /^Follow/ }).waitFor()
  expect(await bar.count()).toBe(0)
  await page.locator('#scroller').evaluate((scroller) => scroller.scrollTo({ top: 900 }))
  await bar.waitFor()
  expect(await bar.innerText()).toBe(topic)
  await bar.click()
  await bar.waitFor({ state: 'detached' })
})

it('nothing moves when the actions of a discussion and the order of its replies appear', async () => {
  const id = await readThread('Still while one reads')
  const { page } = await stage.member(demoMembers.member, PHONE)
  // Without its scripts the page keeps its first view until it is measured, however slow the machine is.
  const release = await holdScripts(page)
  await page.goto(`/feed/${id}`, { waitUntil: 'commit' })
  const heading = page.locator('#replies-title')
  const order = page.getByLabel('Sort replies by')
  const placeOf = async () => [await order.count(), (await heading.boundingBox())?.y]
  await heading.waitFor()
  await fontsAreThere(page)
  const before = await placeOf()
  expect(before).toEqual([0, expect.any(Number)])
  release()
  await isReady(page)
  await page.mouse.move(100, 100)
  await order.waitFor()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  expect(await placeOf()).toEqual([1, before[1]])
})

it('a page comes without the navigation that its device hides, which comes when the window changes', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  const sent = async () => {
    const html = await (await page.request.get('/feed')).text()
    return [html.includes('aria-label="Main"'), html.includes('aria-label="Tabs"')]
  }
  await open('/feed')
  expect(await sent()).toEqual([false, true])
  await tabs.waitFor()
  expect(await menu.count()).toBe(0)
  await page.setViewportSize({ width: 844, height: 390 })
  await menu.getByRole('link', { name: 'Discussions' }).waitFor()
  await tabs.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await menu.waitFor()
  await expect.poll(sent).toEqual([true, false])
})
