import { expect, it } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { UNDO_MS } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { waitForPath, openBrowser } from './kit/browser-setup.ts'
import { bodies, replies, sendNow, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal, finance } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus, camille] = [
  await idOf(demoMembers.member),
  await idOf(demoMembers.peer),
  await idOf(demoMembers.groupAdmin),
]

it('shows a thread with its replies as a tree, each beneath what it answers, oldest first, or newest first as the member chooses (ROUTE-feed-thread, STATE-reply-tree-root, STATE-reply-tree-nested, RULE-reply-order, THREAD-order-choice)', async () => {
  const { id, opening } = await insertThread(testServer, {
    author: helen,
    networks: [legal],
    topic: 'A tree',
    body: 'The question.',
  })
  const first = await insertMessage(testServer, { thread: id, sender: marcus, parent: opening, body: 'First.' })
  await insertMessage(testServer, { thread: id, sender: camille, parent: opening, body: 'Second.' })
  const answer = await insertMessage(testServer, { thread: id, sender: helen, parent: first, body: 'To the first.' })
  await insertMessage(testServer, { thread: id, sender: marcus, parent: answer, body: 'Deeper.' })
  const { page, open } = await stage.member(demoMembers.peer)
  expect(await open(`/feed/${id}`)).toBe(200)
  await page.getByRole('heading', { level: 1, name: 'A tree' }).waitFor()
  await page.getByText('The question.').waitFor()
  await page.getByRole('heading', { level: 2, name: '4 Group Replies' }).waitFor()
  await expect.poll(() => bodies(page)).toEqual(['First.', 'To the first.', 'Deeper.', 'Second.'])
  const [saved] = await Promise.all([
    page.waitForResponse(/UpdateDisplayPreferences/),
    page.getByRole('combobox', { name: 'Sort replies by' }).selectOption('Newest first'),
  ])
  expect(saved.status()).toBe(200)
  await expect.poll(() => bodies(page)).toEqual(['Second.', 'First.', 'Deeper.', 'To the first.'])
  expect(await open(`/feed/${id}`)).toBe(200)
  await expect.poll(() => bodies(page)).toEqual(['Second.', 'First.', 'Deeper.', 'To the first.'])
  await Promise.all([
    page.waitForResponse(/UpdateDisplayPreferences/),
    page.getByRole('combobox', { name: 'Sort replies by' }).selectOption('Oldest first'),
  ])
  // The title may begin with the number of new notifications.
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?A tree · Counterpart$/)
})

it('leads to the message of a link and marks it', async () => {
  const { id, opening } = await insertThread(testServer, {
    author: helen,
    networks: [legal],
    topic: 'Many',
    pub_date: '2020-01-01T00:00:00Z',
  })
  await testServer.sql(
    `insert into messages (thread_id, sender_id, message_replied_id, body, parsed_body, cleaned_body, pub_date)
     select $1, $2, $3, t, t, t, timestamptz '2021-01-01' + n * interval '1 minute'
     from generate_series(1, 400) n cross join lateral (select '<p>Message ' || n || '</p>' as t) x`,
    [id, marcus, opening],
  )
  await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
  const [wanted] = await testServer.sql<{ id: number }>(
    `select id from messages where thread_id = $1 and body = '<p>Message 30</p>'`,
    [id],
  )
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}#message-${wanted!.id}`)
  const message = page.locator(`#message-${wanted!.id}`)
  await message.getByText('Message 30', { exact: true }).waitFor()
  await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true)
  const top = await message.evaluate((element) => element.getBoundingClientRect().top)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(900)
})

it('says that a linked message is not here', async () => {
  const { id } = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Without it' })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}#message-999999`)
  await page.getByText('That reply isn’t available').waitFor()
})

it('leads to a reply that came after the thread was last open, and says nothing is missing', async () => {
  const { id } = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Left and come back' })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByText('No replies yet.').waitFor()
  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await post(await testServer.member(demoMembers.peer), id, 'Worth coming back for')
  await testServer.runJobs()
  await page.getByRole('link', { name: /replied: Left and come back/ }).click()
  const message = replies(page).filter({ hasText: 'Worth coming back for' })
  await message.waitFor()
  await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByText('That reply isn’t available').count()).toBe(0)
})

it('answers alike for a thread that does not exist, was removed, or belongs to another network (ROUTE-404, ROLE-content-visibility)', async () => {
  stage.expectProblem(/404/)
  const foreign = await insertThread(testServer, {
    author: await idOf(demoMembers.finance),
    networks: [finance],
    topic: 'Covenants',
  })
  const removed = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Gone', removed: true })
  const { page, open } = await stage.member(demoMembers.member)
  const seen: string[] = []
  for (const id of [foreign.id, removed.id, 999_999_999]) {
    expect(await open(`/feed/${id}`)).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'This discussion isn’t available' }).waitFor()
    seen.push(await page.locator('main').innerText())
    expect(await page.content()).not.toMatch(/Covenants|Gone/)
  }
  expect(new Set(seen).size).toBe(1)
})

it('keeps a private reply to its readers, on the page, in its source and on the stream, and its count for all (DECISION-private-reply-readers, STATE-private-excluded, DECISION-reply-counts)', async () => {
  const { id } = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Who reads what' })
  const secret = 'Only for the author of the question'
  const writer = await stage.member(demoMembers.peer)
  const author = await stage.member(demoMembers.member)
  const third = await stage.member(demoMembers.groupAdmin)
  const stranger = await stage.member(demoMembers.finance)
  const streams = await Promise.all([third, stranger].map(({ client }) => client.stream()))
  const stream = await author.client.stream()
  await author.open(`/feed/${id}`, { live: true })
  await third.open(`/feed/${id}`, { live: true })
  await writer.open(`/feed/${id}`)
  await writer.page.getByRole('radio', { name: /To Helen only/ }).check()
  await writer.page.getByText('Only you, Helen, and staff can read this').first().waitFor()
  await write(writer.page, 'Your private reply to Helen', secret)
  await writer.page.getByRole('button', { name: 'Send to Helen' }).click()
  await sendNow(writer.page)
  await writer.page.getByText('Sent to Helen', { exact: true }).waitFor()
  await replies(writer.page).getByText('Private reply. Only you, Helen, and staff can read this').waitFor()

  await stream.next(({ data }) => data['thread_id'] === id && data['is_private'] === true)
  stream.close()
  await author.page.reload()
  await replies(author.page).getByText(secret).waitFor()
  await replies(author.page).getByText('Private reply. Only you, Marcus, and staff can read this').waitFor()

  expect(await third.page.getByRole('button', { name: /new repl/ }).count()).toBe(0)
  await third.page.reload()
  await third.page.getByRole('heading', { name: '0 Group Replies, 1 Private' }).waitFor()
  expect(await third.page.content()).not.toContain(secret)
  const source = await third.client.send('GET', `/feed/${id}`)
  expect(source.text).not.toContain(secret)
  expect((await third.client.send('GET', '/feed')).text).not.toContain(secret)
  for (const stream of streams) {
    expect(stream.signals()).toEqual([])
    stream.close()
  }
  stage.expectProblem(/404/)
  expect(await stranger.open(`/feed/${id}`)).toBe(404)
  expect(await stranger.page.content()).not.toContain('Who reads what')

  const staff = await stage.member(demoMembers.staff)
  await staff.open(`/feed/${id}`)
  await replies(staff.page).getByText(secret).waitFor()
})

it('answers a private message privately only', async () => {
  const { id, opening } = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Direct message' })
  await insertMessage(testServer, {
    thread: id,
    sender: marcus,
    parent: opening,
    body: 'Between us.',
    readers: [helen],
  })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const composer = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await composer.getByRole('button', { name: 'Send to Marcus' }).waitFor()
  await expect.poll(() => composer.getByRole('radio', { name: /To the group/ }).count()).toBe(0)
})

it('announces a reply of another without moving what is read, and shows it when asked', async () => {
  const { id } = await longThread()
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await page.evaluate(() => (document.getElementById('scroller')!.scrollTop = 700))
  const before = await places(page)
  const writer = await testServer.member(demoMembers.peer)
  await post(writer, id, 'Freshly written')
  await page.getByRole('button', { name: '1 new reply' }).waitFor()
  expect(await places(page)).toEqual(before)
  await page.getByRole('button', { name: '1 new reply' }).click()
  await replies(page).getByText('Freshly written').waitFor()
  expect((await bodies(page)).at(-1)).toBe('Freshly written')
})

it('misses nothing that was said while the connection was lost', async () => {
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const { id } = await longThread()
  const { page, open, context } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await context.setOffline(true)
  await page
    .getByText(/offline/i)
    .first()
    .waitFor()
  const writer = await testServer.member(demoMembers.peer)
  await post(writer, id, 'Said in between')
  await post(writer, id, 'And once more')
  await context.setOffline(false)
  await page.getByRole('button', { name: '2 new replies' }).click()
  await replies(page).getByText('Said in between').waitFor()
  await replies(page).getByText('And once more').waitFor()
})

it('shows what was sent from here at once and once, with its place kept', async () => {
  const { id } = await longThread()
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await write(page, 'Your reply to the group', 'Mine, once')
  await page.keyboard.press('Control+Enter')
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => replies(page).filter({ hasText: 'Mine, once' }).count()).toBe(1)
  // The keyboard goes on from the posted message, not from the top of the page.
  await page.locator('article:focus').filter({ hasText: 'Mine, once' }).waitFor()
  await page.reload()
  await expect.poll(() => replies(page).filter({ hasText: 'Mine, once' }).count()).toBe(1)
  expect(
    await testServer.sql(`select id from messages where thread_id = $1 and body like '%Mine, once%'`, [id]),
  ).toHaveLength(1)
})

it('shows what its reader sends from another device', async () => {
  const { id } = await longThread()
  const { page, open, client } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`, { live: true })
  await post(client, id, 'From the telephone')
  await replies(page).getByText('From the telephone').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /new repl/ }).count()).toBe(0)
})

it('keeps a reply in sight that went out while older answers about its thread were on their way', async () => {
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const { id } = await longThread()
  const { page, open, context } = await stage.member(demoMembers.member)
  await page.clock.install()
  await open(`/feed/${id}`, { live: true })
  await write(page, 'Your reply to the group', 'Here to stay')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await context.setOffline(true)
  await page.clock.fastForward(UNDO_MS + 1000)
  await page.getByText('Not sent.').waitFor()
  const [isAsked, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let underWay = 0
  const count = (step: number) => (request: Request) => void (underWay += request.url().endsWith('/thread') ? step : 0)
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  await page.route('**/api/graphql/thread', async (route) => {
    const answer = await route.fetch()
    isAsked.resolve()
    await isSent.promise
    // An aborted request cannot be fulfilled.
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await page.route('**/api/graphql/ReplyToThread', async (route) => {
    await isAsked.promise
    await route.continue()
  })
  await context.setOffline(false)
  await page.getByText('Posted to the group').waitFor()
  await page.getByRole('article', { name: 'Your reply' }).waitFor({ state: 'detached' })
  isSent.resolve()
  await expect.poll(() => underWay).toBe(0)
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0)))
  expect(await replies(page).filter({ hasText: 'Here to stay' }).count()).toBe(1)
  // The page may ask for the thread once more; its handler must end before the page is closed.
  await page.unrouteAll({ behavior: 'wait' })
})

it('says that the replies cannot be loaded and tries again', async () => {
  stage.expectProblem(/500|ERR_FAILED/)
  const { id } = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Comes later' })
  const { page, open } = await stage.member(demoMembers.peer)
  await open('/feed')
  await page.route('**/api/graphql/thread', (route) =>
    route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal' } }] } }),
  )
  await page.getByRole('feed').getByRole('link', { name: 'Comes later', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/thread')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Comes later' }).waitFor()
  await waitForPath(page, `/feed/${id}#!open`)
})

async function longThread() {
  const thread = await insertThread(testServer, { author: helen, networks: [legal], topic: 'Long enough to scroll' })
  for (let n = 1; n <= 12; n++)
    await insertMessage(testServer, {
      thread: thread.id,
      sender: n % 2 ? marcus : camille,
      parent: thread.opening,
      body: `Reply ${n}. ${'Long enough. '.repeat(30)}`,
    })
  return thread
}

const post = (writer: Awaited<ReturnType<typeof testServer.member>>, thread_id: number, text: string) =>
  writer.send('POST', '/api/graphql/ReplyToThread', {
    body: { variables: { thread_id, body: `<p>${text}</p>`, idempotency_key: crypto.randomUUID() } },
  })

const places = (page: Page) =>
  replies(page).evaluateAll((all) => all.map((each) => [each.id, Math.round(each.getBoundingClientRect().top)]))
