import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { BODY_LENGTH } from '#shared/posts.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { waitForPath, isReady, openBrowser } from './kit/browser-setup.ts'
import { editorOf, replies, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = [await idOf(demoMembers.member), await idOf(demoMembers.peer)]
const newThread = (topic: string) => insertThread(testServer, { author: marcus, networks: [legal], topic })
const stored = (thread: number) =>
  testServer.sql<{ parsed_body: string; is_private: boolean; private_reader_ids: number[] }>(
    'select parsed_body, is_private, private_reader_ids from messages where thread_id = $1 and not is_original_message order by id',
    [thread],
  )

it('names who will read it before a word is written, and keeps the words when that changes (STATE-reply-visibility-choice, ROLE-private-reply-choice)', async () => {
  const { id } = await newThread('Who will read it')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Post to the group' }).waitFor()
  await page
    .getByText(/\d+ members can read this/)
    .first()
    .waitFor()
  await write(page, TO_GROUP, 'First to all')
  await page.getByRole('radio', { name: /To Marcus only/ }).check()
  const editor = page.getByRole('textbox', { name: 'Your private reply to Marcus' })
  await editor.getByText('First to all').waitFor()
  await page.getByRole('button', { name: 'Send to Marcus' }).click()
  await sendNow(page)
  await page.getByText('Sent to Marcus', { exact: true }).waitFor()
  await expect.poll(() => stored(id)).toMatchObject([{ is_private: true, parsed_body: '<p>First to all</p>' }])
})

it('keeps a private draft private when a reply to the group is undone before it is sent', async () => {
  const { id } = await newThread('Two minds')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'For everybody.')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('radio', { name: /To Marcus only/ }).check()
  const editor = await write(page, 'Your private reply to Marcus', 'For you alone.')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await page.getByRole('article', { name: 'Your reply' }).getByRole('button', { name: 'Undo' }).click()
  await editor.getByText('For everybody.').waitFor()
  await editor.getByText('For you alone.').waitFor()
  await page.getByRole('button', { name: 'Send to Marcus' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Send to Marcus' }).waitFor()
})

it('has the caret with the click when the pointer was near before', async () => {
  const { id } = await newThread('A quick word')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  const field = page.getByRole('button', { name: `${TO_GROUP}: ` })
  await field.hover()
  // Hover prefetches the modules behind the field; wait until each can be imported.
  for (const part of ['ReplyForm', 'Editor', 'AttachmentUploads']) {
    const fetched = `performance.getEntriesByType('resource').find(({ name }) => /\\/${part}-.*\\.js$/.test(name))?.name`
    await expect.poll(() => page.evaluate(fetched)).toBeTruthy()
    await page.evaluate(`import(${fetched}).then(() => undefined)`)
  }
  const hasCaret = await field.evaluate((button: HTMLElement) => {
    button.click()
    return new Promise((resolve) =>
      setTimeout(() => resolve(document.activeElement?.matches('[contenteditable=true]'))),
    )
  })
  expect(hasCaret).toBe(true)
})

it('writes bold, lists, quotes, links and names of members as such', async () => {
  const { id } = await newThread('In good form')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await editorOf(page)
  const tools = page.getByRole('group', { name: 'Formatting' }).first()
  await tools.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Strong')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type(' words')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Link' }).click()
  await page
    .getByLabel(/address|link/i)
    .last()
    .fill('intranet.example/rules')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' ask @Cami')
  await page.getByRole('option', { name: /Camille Dufour/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const [reply] = await stored(id)
  expect(reply!.parsed_body).toContain('<strong>Strong</strong> words')
  expect(reply!.parsed_body).toMatch(/<ul><li><p>one<\/p><\/li><li><p>two<\/p><\/li><\/ul>/)
  expect(reply!.parsed_body).toContain('href="https://intranet.example/rules"')
  expect(reply!.parsed_body).toContain(`data-mention-id="${await idOf(demoMembers.groupAdmin)}"`)
  const named = await testServer.sql(
    'select user_id from message_mentioned_users m join messages x on x.id = m.message_id where x.thread_id = $1',
    [id],
  )
  expect(named).toEqual([{ user_id: await idOf(demoMembers.groupAdmin) }])
})

it('names whom the last letter finds, also where Enter comes before the list', async () => {
  const { id } = await newThread('Faster than the list')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  const editor = await editorOf(page)
  await page.keyboard.type('@Ma')
  const first = page.getByRole('option').first()
  await first.waitFor()
  expect(await first.textContent()).not.toContain('Marcus Oyelaran')
  const isPressed = Promise.withResolvers<void>()
  await page.route('**/api/graphql/MentionSuggestions', async (route) => {
    await isPressed.promise
    await route.continue()
  })
  await page.keyboard.type('rcus')
  await page.keyboard.press('Enter')
  isPressed.resolve()
  await editor.getByText('@Marcus Oyelaran', { exact: true }).waitFor()
})

it('keeps a draft on the device, through a reload and a look elsewhere', async () => {
  const { id } = await newThread('Not finished')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Half a thought')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Half a thought').waitFor()
  await isReady(page)
  await page.getByRole('link', { name: 'Discussions' }).first().click()
  await waitForPath(page, /^\/feed(\?|$)/)
  await page.getByRole('link', { name: 'Not finished', exact: true }).click()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Half a thought').waitFor()
})

it('shows one field with the text when a reply is continued', async () => {
  const { id } = await newThread('Closed and opened')
  await insertMessage(testServer, { thread: id, sender: marcus, body: 'Which one?' })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  const form = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  await form.getByRole('textbox').pressSequentially('The first')
  await form.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).click()
  await form.getByRole('textbox').getByText('The first').waitFor()
  expect(await form.getByRole('textbox').count()).toBe(1)
})

it('refuses nothing to say and too much to say with a sentence, and sends nothing (VALID-reply-body)', async () => {
  const { id } = await newThread('Too little, too much')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('alert').getByText('Write something first.').waitFor()
  const editor = await editorOf(page)
  await editor.fill('x'.repeat(BODY_LENGTH + 1))
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page
    .getByRole('alert')
    .getByText(/20,001 characters long/)
    .waitFor()
  await expect.poll(() => stored(id)).toEqual([])
})

it('keeps ten thousand words that do not fit, and shows what is written from right to left that way', async () => {
  const { id } = await newThread('A book from right to left')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  const editor = await editorOf(page)
  const book = 'שלום '.repeat(10_000)
  await editor.evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, book)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('This is 49,999 characters long. The limit is 20,000.').waitFor()
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await page
    .getByRole('button', { name: /^Your reply to the group/ })
    .getByText('שלום שלום')
    .waitFor()
  await (await editorOf(page)).fill('שלום, רשות.')
  await page.keyboard.press('Control+Enter')
  await sendNow(page)
  // Until then only the pending row is shown, which the posted reply replaces.
  await page.getByText('Posted to the group', { exact: true }).waitFor()
  const paragraph = replies(page).locator('p').filter({ hasText: 'שלום, רשות.' })
  await paragraph.waitFor()
  // Right-to-left: the first letter is at the right end of the line.
  const { left, right, width } = await paragraph.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild!, 0)
    range.setEnd(element.firstChild!, 1)
    const [letter, line] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return { left: letter.left - line.left, right: line.right - letter.right, width: line.width }
  })
  expect(right).toBeLessThan(2)
  expect(left).toBeGreaterThan(width / 2)
})

it('takes nothing over from pasted text but what may be written here (RULE-reply-sanitise)', async () => {
  // The editor parses pasted HTML in a separate document, where the CSP already refuses the style.
  stage.expectProblem(/style-src-attr 'none'/)
  const { id } = await newThread('Pasted')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  const editor = await editorOf(page)
  await editor.evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<h1 style="color:red">Loud</h1><p onclick="window.ran=1">Text <b>bold</b> <a href="javascript:window.ran=1">bad</a> <a href="https://good.example/">good</a></p><img src=x onerror="window.ran=1"><script>window.ran=1</script>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await editor.getByText('bold').waitFor()
  await page.keyboard.press('Control+Enter')
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const [reply] = await stored(id)
  expect(reply!.parsed_body).not.toMatch(/style|onclick|onerror|javascript|<script|<img|<h1/)
  expect(reply!.parsed_body).toContain('<strong>bold</strong>')
  expect(reply!.parsed_body).toContain('href="https://good.example/"')
  await expect.poll(() => page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
})

/** Presses "Try again", unless the page has sent by itself meanwhile what waits: then the button is gone. */
async function tryAgain(waiting: Locator): Promise<void> {
  const pressed = waiting.getByRole('button', { name: 'Try again' }).click()
  await Promise.race([pressed.catch(() => undefined), waiting.waitFor({ state: 'detached' })])
}

it.each([
  ['the connection is lost', 'abort'],
  ['the server fails', 'fail'],
  ['the answer is lost on its way', 'swallow'],
] as const)('keeps a reply when %s, and sends it once when tried again', async (_, how) => {
  stage.expectProblem(/ERR_FAILED|500/)
  const { id } = await newThread(`Try again: ${how}`)
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', async (route) => {
    if (how === 'swallow') await route.fetch()
    if (how === 'fail')
      return route.fulfill({
        status: 500,
        json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal', error_id: 'e-77' } }] },
      })
    return route.abort()
  })
  await write(page, TO_GROUP, 'It must not be lost')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await waiting.getByRole('alert').filter({ hasText: 'Not sent.' }).waitFor()
  if (how === 'fail') await waiting.getByText('e-77').waitFor()
  await page.unroute('**/api/graphql/ReplyToThread')
  await tryAgain(waiting)
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => replies(page).filter({ hasText: 'It must not be lost' }).count()).toBe(1)
  await expect.poll(() => stored(id)).toHaveLength(1)
})

it('keeps a reply that could not be sent through a reload', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('Through a reload')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', (route) => route.abort())
  await write(page, TO_GROUP, 'Still here')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Not sent.').waitFor()
  await page.reload()
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await waiting.getByText('Still here').waitFor()
  await page.unroute('**/api/graphql/ReplyToThread')
  await tryAgain(waiting)
  await expect.poll(() => stored(id)).toHaveLength(1)
})

it('keeps in one tab what another could not send', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('In two tabs')
  const { page, open, context } = await stage.member(demoMembers.member)
  const second = await context.newPage()
  await second.goto(`/feed/${id}`)
  await isReady(second)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/ReplyToThread', (route) => route.abort())
  await write(page, TO_GROUP, 'Not sent in the first')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Not sent.').waitFor()
  await write(second, TO_GROUP, 'Sent in the second')
  await second.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(second)
  await second.getByText('Posted to the group').waitFor()
  await expect.poll(() => second.getByRole('article', { name: 'Your reply' }).count()).toBe(0)
  await page.reload()
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await waiting.getByText('Not sent in the first').waitFor()
  await page.unroute('**/api/graphql/ReplyToThread')
  await tryAgain(waiting)
  await expect.poll(() => stored(id)).toHaveLength(2)
})

it('starts a discussion, which opens over the feed and is announced to another (OP-CreateThread, ANALYTICS-post-created, VALID-thread-topic)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  const other = await stage.member(demoMembers.peer)
  await other.open('/feed', { live: true })
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('button', { name: /^Post to/ }).click()
  await form.getByRole('alert').getByText('Give the discussion a topic.').waitFor()
  await form.getByRole('textbox', { name: 'Topic' }).fill('Begun in a browser')
  await write(page, 'Your question', 'Does it work from end to end?')
  await form.getByRole('button', { name: /^Post to/ }).click()
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: 'Begun in a browser' }).waitFor()
  await other.page.getByRole('button', { name: '1 new' }).click()
  await other.page.getByRole('feed').getByRole('heading', { name: 'Begun in a browser' }).waitFor()
  const [thread] = await testServer.sql<{ author_id: number }>(
    `select author_id from threads where topic = 'Begun in a browser'`,
  )
  expect(thread!.author_id).toBe(helen)
})
