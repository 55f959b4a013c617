import { expect, it } from 'vitest'
import { FEED_PAGE } from '#shared/discussions.ts'
import type { Page } from 'playwright-core'
import { cast } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { waitFor } from '../harness/connection.ts'
import { arrivesAt, isReady, openStage, PHONE, scrollTop } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)

const entries = (page: Page) => page.getByRole('feed').getByRole('article')
const topics = (page: Page) => page.getByRole('feed').getByRole('heading', { level: 3 }).allTextContents()
const scrollToEnd = (page: Page) =>
  page.evaluate(() => {
    const scroller = document.getElementById('scroller')!
    scroller.scrollTop = scroller.scrollHeight
  })

it('shows the newest discussions of the member’s networks by day, each with its kind, tallies and best replies (ROUTE-feed, UI-screen-feed-and-thread, CONST-feed-page-size, UI-group-replies-label, UI-private-replies-label, CONST-thread-sort)', async () => {
  const { page, open } = await stage.member(cast.member)
  // Shortly after midnight what the demo holds is all of yesterday.
  await putThread(house, { author: await idOf(cast.peer), networks: [legal], topic: 'Asked just now' })
  expect(await open('/feed')).toBe(200)
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toContain('Today')
  const first = entries(page).filter({ hasText: 'Outside counsel for a first data-processing dispute' })
  await first.getByText('asks for a recommendation').waitFor()
  await first.getByText('3 Group Replies').waitFor()
  await first.getByText('1 Private Reply').waitFor()
  await expect.poll(() => first.innerText()).toContain('phase-one cap')
  expect(await page.content()).not.toContain('adverse to a member')
  const times = await page
    .getByRole('feed')
    .locator('time')
    .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime')!)))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

it('keeps kind and filter in the address, and back undoes them (ANALYTICS-feed-filtered)', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await arrivesAt(page, '/feed?kind=document')
  await expect.poll(() => entries(page).filter({ hasNotText: 'asks for a document' }).count()).toBe(0)
  await expect.poll(() => entries(page).count()).toBeGreaterThan(0)
  await expect
    .poll(() => page.getByRole('link', { name: 'Documents', exact: true }).getAttribute('aria-current'))
    .toBe('page')
  await page.goBack()
  await arrivesAt(page, '/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await entries(page).getByRole('link', { name: 'Employment', exact: true }).first().click()
  await arrivesAt(page, /^\/feed\?area=\d+$/)
  await expect
    .poll(() =>
      entries(page)
        .filter({ hasNot: page.getByRole('link', { name: 'Employment', exact: true }) })
        .count(),
    )
    .toBe(0)
})

it('finds what is searched for, and says so when nothing matches (ANALYTICS-feed-searched)', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.getByRole('button', { name: /Filter/ }).click()
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).fill('force majeure')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).press('Enter')
  await arrivesAt(page, /search=force/)
  await expect
    .poll(() => topics(page))
    .toContain('Anyone seen a distributor invoke force majeure over an export licence?')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).fill('xylophone quorum')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  await page.getByRole('button', { name: 'Show all discussions' }).click()
  await arrivesAt(page, '/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
})

it('marks what has not been read, until it has', async () => {
  const { page, open, client } = await stage.member(cast.member)
  const { id } = await putThread(house, {
    author: await idOf(cast.peer),
    networks: [legal],
    topic: 'Nobody has read this',
  })
  await open('/feed')
  const entry = entries(page).filter({ hasText: 'Nobody has read this' })
  await entry.getByText('New.').waitFor({ state: 'attached' })
  await entry.getByRole('link', { name: 'Nobody has read this', exact: true }).click()
  await arrivesAt(page, `/feed/${id}#!open`)
  await expect
    .poll(() => house.sql('select from viewer_threads where user_id = $1 and thread_id = $2', [client.id, id]))
    .toHaveLength(1)
  await page.goBack()
  await arrivesAt(page, '/feed')
  await expect.poll(() => entry.getByText('New.').count()).toBe(0)
})

it('loads on while one scrolls, without showing anything twice, to the last of them (CONST-infinite-scroll, RULE-feed-dedupe, RULE-feed-paging-offset, RULE-feed-has-next, RULE-infinite-paging)', async () => {
  const { page, open, client } = await stage.member(cast.member)
  const author = await idOf(cast.peer)
  for (let day = 1; day <= 30; day++)
    await putThread(house, {
      author,
      networks: [legal],
      topic: `Long ago ${day}`,
      pub_date: new Date(2020, 1, day).toISOString(),
    })
  const { body } = await client.send('POST', '/api/graphql/threads', { body: { variables: {} } })
  const { count } = (body as { data: { threads: { count: number } } }).data.threads
  expect(count).toBeGreaterThan(2 * FEED_PAGE)
  await open('/feed')
  const seen = new Map<string, string>()
  const atTheEnd = async () => {
    for (const [at, topic] of await placed(page)) {
      expect(seen.get(at) ?? topic).toBe(topic)
      seen.set(at, topic)
    }
    const isBottom = await page.evaluate(async () => {
      const scroller = document.getElementById('scroller')!
      scroller.scrollBy(0, 600)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
    })
    return isBottom && (await page.getByText(`That is all of them: ${count} discussions.`).count()) === 1
  }
  await expect.poll(atTheEnd, { timeout: 30_000, interval: 5 }).toBe(true)
  await atTheEnd()
  expect(seen.size).toBe(count)
  expect(new Set(seen.values()).size).toBe(count)
})

it('loads more by keyboard alone', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  const more = page.getByRole('button', { name: 'Load more' })
  await more.press('Enter')
  await expect.poll(() => page.getByRole('feed').locator('[aria-posinset="26"]').count()).toBe(1)
})

it('says that more could not be loaded, and tries again when asked', async () => {
  stage.expectProblem(/ERR_FAILED|500/)
  const { page, open } = await stage.member(cast.member)
  await page.route('**/api/graphql/threads', (route) => route.abort())
  await open('/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await scrollToEnd(page)
  await page.getByRole('alert').filter({ hasText: 'More could not be loaded' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/threads')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByRole('feed').locator('[aria-posinset="26"]').count()).toBe(1)
})

it('says that the discussions did not arrive, and loads them when asked again', async () => {
  stage.expectProblem(/500|ERR_FAILED/)
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.route('**/api/graphql/threads', (route) =>
    route.fulfill({
      status: 500,
      json: {
        data: null,
        errors: [{ message: 'Something failed.', extensions: { code: 'internal', error_id: 'e-1' } }],
      },
    }),
  )
  await page.getByRole('link', { name: 'Polls', exact: true }).click()
  await page.getByRole('heading', { name: 'We could not load the discussions' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/threads')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => entries(page).count()).toBeGreaterThan(0)
})

it('shows headlines only where the member prefers them, before anything is painted', async () => {
  const { page, open, client, context } = await stage.member(cast.member)
  await open('/feed')
  const replies = entries(page).locator('ul').first()
  await replies.waitFor({ state: 'visible' })
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('menuitemradio', { name: 'Headlines only' }).click()
  await replies.waitFor({ state: 'hidden' })
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await client.send('GET', '/feed', { headers: { cookie } })).text).toContain('data-density="headlines"')
})

it('opens a thread over the feed and gives the place back on closing (OVERLAY-push-path, OVERLAY-restore, STATE-overlay-open, STATE-overlay-close, DECISION-thread-preview-in-overlay)', async () => {
  const { page, open } = await stage.member(cast.member, PHONE)
  await open('/feed')
  await page.evaluate(() => (document.getElementById('scroller')!.scrollTop = 1_400))
  const before = await scrollTop(page)
  const topic = page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').nth(6)
  const id = await topic.getAttribute('data-thread')
  await topic.evaluate((link: HTMLElement) => link.click())
  await arrivesAt(page, `/feed/${id}#!open`)
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1 }).waitFor()
  await expect
    .poll(() => layer.getByRole('heading', { level: 1 }).evaluate((heading) => heading === document.activeElement))
    .toBe(true)
  await layer.getByRole('link', { name: 'Discussions' }).click()
  await arrivesAt(page, '/feed')
  await expect.poll(async () => Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(10)
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
})

it('shows the feed to whoever goes back before the page of a thread can be used', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').first().click()
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1 }).waitFor()
  const modules = Promise.withResolvers<void>()
  await page.route('**/ThreadPage*.js', async (route) => {
    await modules.promise
    await route.continue()
  })
  const isAsked = page.waitForRequest('**/ThreadPage*.js')
  await page.reload({ waitUntil: 'commit' })
  await isAsked
  // The application runs from here on; only what it shows is still on its way.
  await arrivesAt(page, /^\/feed\/\d+$/)
  await page.evaluate(() => history.back())
  await arrivesAt(page, '/feed')
  modules.resolve()
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await expect.poll(() => page.title()).toContain('Discussions')
})

it('closes the thread over the feed with Escape, and a reload of it opens the thread as a page (OVERLAY-clear-on-leave)', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  const topic = page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').first()
  const words = (await topic.textContent())!
  await topic.click()
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: words }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: words }).waitFor()
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
  await arrivesAt(page, /^\/feed\/\d+$/)
  await page.goBack()
  await arrivesAt(page, '/feed')
  await isReady(page)
  // For a moment after going back nothing leads elsewhere, so the first click may be dropped.
  await waitFor('the thread to open', async () => {
    await topic.click({ timeout: 500 }).catch(() => undefined)
    return (await page.locator('[data-top-layer]').count()) === 1
  })
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: words }).waitFor()
  await page.keyboard.press('Escape')
  await arrivesAt(page, '/feed')
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
})

it('announces what is new without moving anything, and brings it when asked (ROLE-content-visibility)', async () => {
  const { page, open } = await stage.member(cast.member)
  const writer = await house.member(cast.peer)
  const outsider = await stage.member(cast.finance)
  await open('/feed', { live: true })
  await outsider.open('/feed', { live: true })
  await page.evaluate(() => (document.getElementById('scroller')!.scrollTop = 900))
  const before = await topicPlaces(page)
  await writer.send('POST', '/api/graphql/CreateThread', {
    body: {
      variables: {
        topic: 'A thread from the other side',
        body: '<p>Does it appear?</p>',
        peer_network_ids: [legal],
        idempotency_key: crypto.randomUUID(),
      },
    },
  })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await topicPlaces(page)).toEqual(before)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect.poll(async () => (await topics(page))[0]).toBe('A thread from the other side')
  await expect.poll(() => page.getByRole('button', { name: /new$/ }).count()).toBe(0)
  expect(await outsider.page.getByRole('button', { name: /new$/ }).count()).toBe(0)
})

it('counts a reply in its place while the list stands still', async () => {
  const { page, open } = await stage.member(cast.member)
  const author = await idOf(cast.peer)
  const { id, opening } = await putThread(house, { author, networks: [legal], topic: 'Counted where it stands' })
  await putMessage(house, { thread: id, sender: author, parent: opening })
  await open('/feed', { live: true })
  const entry = entries(page).filter({ hasText: 'Counted where it stands' })
  await entry.getByText('1 Group Reply').waitFor()
  const writer = await house.member(cast.groupAdmin)
  await writer.send('POST', '/api/graphql/ReplyToThread', {
    body: { variables: { thread_id: id, body: '<p>Another.</p>', idempotency_key: crypto.randomUUID() } },
  })
  await entry.getByText('2 Group Replies').waitFor()
})

it('invites to begin where nothing has been said yet', async () => {
  await house.sql('update threads set removed_at = now()')
  await house.sql('select refresh_threads(array(select id from threads))')
  const { page, open } = await stage.member(cast.executive)
  await open('/feed')
  await page.getByRole('heading', { name: 'No discussions yet' }).waitFor()
  await page.getByRole('button', { name: 'Start a discussion' }).last().click()
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
})

const idOf = async (email: string) =>
  (await house.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

/** Each mounted entry: its place in the whole list, and its topic. */
const placed = (page: Page) =>
  entries(page).evaluateAll((all) =>
    all.map((entry) => [entry.getAttribute('aria-posinset')!, entry.querySelector('h3')!.textContent] as const),
  )

const topicPlaces = (page: Page) =>
  page
    .getByRole('feed')
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map((each) => [each.textContent, Math.round(each.getBoundingClientRect().top)]))
