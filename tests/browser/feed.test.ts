import { expect, it } from 'vitest'
import { FEED_PAGE } from '#shared/discussions.ts'
import type { Page } from 'playwright-core'
import { LOG_POSITION_COOKIE } from '#shared/log-position.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { waitFor } from '../harness/connection.ts'
import { waitForPath, isReady, openBrowser, PHONE, scrollTop } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)

const entries = (page: Page) => page.getByRole('feed').getByRole('article')
const topics = (page: Page) => page.getByRole('feed').getByRole('heading', { level: 3 }).allTextContents()
const scrollToEnd = (page: Page) =>
  page.evaluate(() => {
    const scroller = document.getElementById('scroller')!
    scroller.scrollTop = scroller.scrollHeight
  })

it('shows the newest discussions of the member’s networks by day, each with its kind, tallies and best replies (ROUTE-feed, UI-screen-feed-and-thread, CONST-feed-page-size, UI-group-replies-label, UI-private-replies-label, CONST-thread-sort)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  // Shortly after midnight, all demo threads are from yesterday.
  await insertThread(testServer, { author: await idOf(demoMembers.peer), networks: [legal], topic: 'Asked just now' })
  expect(await open('/feed')).toBe(200)
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toContain('Today')
  const first = entries(page).filter({ hasText: 'Outside counsel for a first data-processing dispute' })
  await first.getByText('asked for a recommendation').waitFor()
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
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await waitForPath(page, '/feed?kind=document')
  await expect.poll(() => entries(page).filter({ hasNotText: 'requested a document' }).count()).toBe(0)
  await expect.poll(() => entries(page).count()).toBeGreaterThan(0)
  await expect
    .poll(() => page.getByRole('link', { name: 'Documents', exact: true }).getAttribute('aria-current'))
    .toBe('page')
  await page.goBack()
  await waitForPath(page, '/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await entries(page).getByRole('link', { name: 'Employment', exact: true }).first().click()
  await waitForPath(page, /^\/feed\?area=\d+$/)
  await expect
    .poll(() =>
      entries(page)
        .filter({ hasNot: page.getByRole('link', { name: 'Employment', exact: true }) })
        .count(),
    )
    .toBe(0)
})

it('finds what is searched for, and says so when nothing matches (ANALYTICS-feed-searched)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Filter/ }).click()
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).fill('force majeure')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).press('Enter')
  await waitForPath(page, /search=force/)
  await expect
    .poll(() => topics(page))
    .toContain('Anyone seen a distributor invoke force majeure over an export licence?')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).fill('xylophone quorum')
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByRole('button', { name: 'Show all discussions' }).click()
  await waitForPath(page, '/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
})

it('marks what has not been read, until it has', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'Nobody has read this',
  })
  await open('/feed')
  const entry = entries(page).filter({ hasText: 'Nobody has read this' })
  await entry.getByText('New.').waitFor({ state: 'attached' })
  await entry.getByRole('link', { name: 'Nobody has read this', exact: true }).click()
  await waitForPath(page, `/feed/${id}#!open`)
  await expect
    .poll(() => testServer.sql('select from viewer_threads where user_id = $1 and thread_id = $2', [client.id, id]))
    .toHaveLength(1)
  await page.goBack()
  await waitForPath(page, '/feed')
  await expect.poll(() => entry.getByText('New.').count()).toBe(0)
})

it('loads on while one scrolls, without showing anything twice, to the last of them (CONST-infinite-scroll, RULE-feed-dedupe, RULE-feed-paging-offset, RULE-feed-has-next, RULE-infinite-paging)', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await putOld(30, 'Long ago')
  const count = await countOf(client)
  expect(count).toBeGreaterThan(2 * FEED_PAGE)
  await open('/feed')
  const seen = await readToTheEnd(page, count)
  expect(seen).toHaveLength(count)
  expect(new Set(seen).size).toBe(count)
})

it('says that there is new what is passed over while one reads on, and brings all of it, without a signal too', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await putOld(60, 'Long past')
  // The stream never opens, so no signal announces new threads.
  await page.route('**/api/live', () => {})
  await open('/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  const author = await idOf(demoMembers.peer)
  const fresh = ['first', 'second', 'third'].map((word) => `Came while reading: ${word}`)
  for (const topic of fresh) await insertThread(testServer, { author, networks: [legal], topic })
  const count = await countOf(client)
  const seen = await readToTheEnd(page, count)
  // Missing: the three new threads, and three more that they pushed past the offset.
  expect(new Set(seen).size).toBe(count - 2 * fresh.length)
  expect(seen).not.toEqual(expect.arrayContaining([fresh[0]]))
  await page.getByRole('button', { name: '3 new' }).click()
  await expect.poll(async () => (await topics(page))[0]).toBe(fresh[2])
  expect(new Set(await readToTheEnd(page, count)).size).toBe(count)
})

it('loads more by keyboard alone', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  const more = page.getByRole('button', { name: 'Load more' })
  await more.press('Enter')
  await expect.poll(() => page.getByRole('feed').locator('[aria-posinset="26"]').count()).toBe(1)
})

it('says that more could not be loaded, and tries again when asked', async () => {
  stage.expectProblem(/ERR_FAILED|500/)
  const { page, open } = await stage.member(demoMembers.member)
  await page.route('**/api/graphql/threads', (route) => route.abort())
  await open('/feed')
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await scrollToEnd(page)
  await page.getByRole('alert').filter({ hasText: 'We couldn’t load more.' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/threads')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByRole('feed').locator('[aria-posinset="26"]').count()).toBe(1)
})

it('says that the discussions could not be loaded, and loads them when asked again', async () => {
  stage.expectProblem(/500|ERR_FAILED/)
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.route('**/api/graphql/threads', (route) =>
    route.fulfill({
      status: 500,
      json: {
        data: null,
        errors: [{ message: 'Something went wrong.', extensions: { code: 'internal', error_id: 'e-1' } }],
      },
    }),
  )
  await page.getByRole('link', { name: 'Polls', exact: true }).click()
  await page.getByRole('heading', { name: 'We couldn’t load discussions' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/threads')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => entries(page).count()).toBeGreaterThan(0)
})

it('shows headlines only where the member prefers them, before anything is painted', async () => {
  const { page, open, client, context } = await stage.member(demoMembers.member)
  await open('/feed')
  const replies = entries(page).locator('ul').first()
  await replies.waitFor({ state: 'visible' })
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('menuitemradio', { name: 'Headlines only' }).click()
  await replies.waitFor({ state: 'hidden' })
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await client.send('GET', '/feed', { headers: { cookie } })).text).toContain('data-density="headlines"')
})

it('opens a thread over the feed and gives the place back on closing (OVERLAY-push-path, OVERLAY-restore, STATE-overlay-open, STATE-overlay-close)', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed')
  await page.evaluate(() => (document.getElementById('scroller')!.scrollTop = 1_400))
  const before = await scrollTop(page)
  const topic = page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').nth(6)
  const id = await topic.getAttribute('data-thread')
  await topic.evaluate((link: HTMLElement) => link.click())
  await waitForPath(page, `/feed/${id}#!open`)
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1 }).waitFor()
  await expect
    .poll(() => layer.getByRole('heading', { level: 1 }).evaluate((heading) => heading === document.activeElement))
    .toBe(true)
  await layer.getByRole('link', { name: 'Discussions' }).click()
  await waitForPath(page, '/feed')
  await expect.poll(async () => Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(10)
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
})

it('shows the feed to whoever goes back before the page of a thread can be used', async () => {
  const { page, open } = await stage.member(demoMembers.member)
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
  // The application is running; only its page module is still loading.
  await waitForPath(page, /^\/feed\/\d+$/)
  await page.evaluate(() => history.back())
  await waitForPath(page, '/feed')
  modules.resolve()
  await expect.poll(() => entries(page).count()).toBe(FEED_PAGE)
  await expect.poll(() => page.title()).toContain('Discussions')
})

it('closes the thread over the feed with Escape, and a reload of it opens the thread as a page (OVERLAY-clear-on-leave)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  const topic = page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').first()
  const words = (await topic.textContent())!
  await topic.click()
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: words }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: words }).waitFor()
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
  await waitForPath(page, /^\/feed\/\d+$/)
  await page.goBack()
  await waitForPath(page, '/feed')
  await isReady(page)
  // For a moment after going back, navigation is blocked, so the first click may be ignored.
  await waitFor('the thread to open', async () => {
    await topic.click({ timeout: 500 }).catch(() => undefined)
    return (await page.locator('[data-top-layer]').count()) === 1
  })
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: words }).waitFor()
  await page.keyboard.press('Escape')
  await waitForPath(page, '/feed')
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
})

it('announces what is new without moving anything, and brings it when asked (ROLE-content-visibility)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  const writer = await testServer.member(demoMembers.peer)
  const outsider = await stage.member(demoMembers.finance)
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
  const { page, open } = await stage.member(demoMembers.member)
  const author = await idOf(demoMembers.peer)
  const { id, opening } = await insertThread(testServer, {
    author,
    networks: [legal],
    topic: 'Counted where it stands',
  })
  await insertMessage(testServer, { thread: id, sender: author, parent: opening })
  await open('/feed', { live: true })
  const entry = entries(page).filter({ hasText: 'Counted where it stands' })
  await entry.getByText('1 Group Reply').waitFor()
  const writer = await testServer.member(demoMembers.groupAdmin)
  await writer.send('POST', '/api/graphql/ReplyToThread', {
    body: { variables: { thread_id: id, body: '<p>Another.</p>', idempotency_key: crypto.randomUUID() } },
  })
  await entry.getByText('2 Group Replies').waitFor()
})

it('invites to begin where nothing has been said yet', async () => {
  await testServer.sql('update threads set removed_at = now()')
  await testServer.sql('select refresh_threads(array(select id from threads))')
  const { page, open } = await stage.member(demoMembers.executive)
  await open('/feed')
  await page.getByRole('heading', { name: 'No discussions yet' }).waitFor()
  await page.getByRole('button', { name: 'Start a discussion' }).last().click()
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
})

const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

/** Inserts threads older than all others. */
async function putOld(count: number, topic: string): Promise<void> {
  const author = await idOf(demoMembers.peer)
  for (let day = 1; day <= count; day++)
    await insertThread(testServer, {
      author,
      networks: [legal],
      topic: `${topic} ${day}`,
      pub_date: new Date(2020, 1, day).toISOString(),
    })
}

async function countOf(client: Client): Promise<number> {
  const { body } = await client.send('POST', '/api/graphql/threads', { body: { variables: {} } })
  return (body as { data: { threads: { count: number } } }).data.threads.count
}

/** Scrolls to the end and returns all topics in order. Goes back where a slow page has not shown what lies between. */
async function readToTheEnd(page: Page, count: number): Promise<string[]> {
  const seen = new Map<string, string>()
  const end = page.getByText(`You’ve reached the end. ${count} discussions.`)
  const atTheEnd = async () => {
    for (const [at, topic] of await placed(page)) {
      expect(seen.get(at) ?? topic).toBe(topic)
      seen.set(at, topic)
    }
    const isWhole = seen.size === Math.max(...[...seen.keys()].map(Number))
    const isAtEnd = isWhole && (await end.count()) === 1 && (await isLastShownAbove(page, count))
    await page.evaluate(
      async (step) => {
        document.getElementById('scroller')!.scrollBy(0, step)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      },
      isWhole ? 600 : -600,
    )
    return isAtEnd
  }
  await expect.poll(atTheEnd, { timeout: 30_000, interval: 5 }).toBe(true)
  return [...seen.values()]
}

/** Whether the last mounted entry ends right above the end of the list: the entries are mounted as one scrolls. */
const isLastShownAbove = (page: Page, count: number) =>
  page.evaluate((text) => {
    const last = [...document.querySelectorAll('[role=feed] article, [role=feed] [role=article]')].at(-1)
    const end = [...document.querySelectorAll('p')].find((each) => each.textContent.includes(text))
    if (!last || !end) return false
    return end.getBoundingClientRect().top - last.getBoundingClientRect().bottom < 100
  }, `You’ve reached the end. ${count} discussions.`)

/** Each mounted entry: its position in the whole list, and its topic. */
const placed = (page: Page) =>
  entries(page).evaluateAll((all) =>
    all.map((entry) => [entry.getAttribute('aria-posinset')!, entry.querySelector('h3')!.textContent] as const),
  )

const topicPlaces = (page: Page) =>
  page
    .getByRole('feed')
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map((each) => [each.textContent, Math.round(each.getBoundingClientRect().top)]))

it('brings the position that came with a signal to whichever server answers next', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  const body = 'event: signal\ndata: {"signal":"discussions.replied","position":4711}\n\n'
  await page.route('**/api/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await open('/feed')
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === LOG_POSITION_COOKIE)?.value)
    .toBe('4711')
})
