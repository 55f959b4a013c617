import { expect, it } from 'vitest'
import { BODY_LENGTH } from '#shared/discussions.ts'
import { cast } from '../cast.ts'
import { networkIds, putThread } from '../harness/threads.ts'
import { arrivesAt, isReady, openStage } from './kit/stage.ts'
import { editorOf, replies, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const idOf = async (email: string) =>
  (await house.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = [await idOf(cast.member), await idOf(cast.peer)]
const newThread = (topic: string) => putThread(house, { author: marcus, networks: [legal], topic })
const stored = (thread: number) =>
  house.sql<{ parsed_body: string; is_private: boolean; private_reader_ids: number[] }>(
    'select parsed_body, is_private, private_reader_ids from messages where thread_id = $1 and not is_original_message order by id',
    [thread],
  )

it('names who will read it before a word is written, and keeps the words when that changes (STATE-reply-visibility-choice, ROLE-private-reply-choice)', async () => {
  const { id } = await newThread('Who will read it')
  const { page, open } = await stage.member(cast.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Post to the group' }).waitFor()
  await page
    .getByText(/\d+ members can read it/)
    .first()
    .waitFor()
  await write(page, TO_GROUP, 'First to all')
  await page.getByRole('radio', { name: /To Marcus only/ }).check()
  const editor = page.getByRole('textbox', { name: 'Your private reply to Marcus' })
  await editor.getByText('First to all').waitFor()
  await page.getByRole('button', { name: 'Send to Marcus' }).click()
  await sendNow(page)
  await page.getByText('Sent to Marcus', { exact: true }).waitFor()
  expect(await stored(id)).toMatchObject([{ is_private: true, parsed_body: '<p>First to all</p>' }])
})

it('writes bold, lists, quotes, links and names of members as such', async () => {
  const { id } = await newThread('In good form')
  const { page, open } = await stage.member(cast.member)
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
  expect(reply!.parsed_body).toContain(`data-mention-id="${await idOf(cast.groupAdmin)}"`)
  const named = await house.sql(
    'select user_id from message_mentioned_users m join messages x on x.id = m.message_id where x.thread_id = $1',
    [id],
  )
  expect(named).toEqual([{ user_id: await idOf(cast.groupAdmin) }])
})

it('keeps a draft on the device, through a reload and a look elsewhere', async () => {
  const { id } = await newThread('Not finished')
  const { page, open } = await stage.member(cast.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Half a thought')
  await page.getByText('Draft kept').waitFor()
  await page.reload()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Half a thought').waitFor()
  await isReady(page)
  await page.getByRole('link', { name: 'Discussions' }).first().click()
  await arrivesAt(page, /^\/feed(\?|$)/)
  await page.getByRole('link', { name: 'Not finished', exact: true }).click()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Half a thought').waitFor()
})

it('refuses nothing to say and too much to say with a sentence, and sends nothing (VALID-reply-body)', async () => {
  const { id } = await newThread('Too little, too much')
  const { page, open } = await stage.member(cast.member)
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
  expect(await stored(id)).toEqual([])
})

it('takes nothing over from pasted text but what may be written here (RULE-reply-sanitise)', async () => {
  // The editor reads what is pasted in a document of its own, where the policy refuses the style already.
  stage.expectProblem(/style-src-attr 'none'/)
  const { id } = await newThread('Pasted')
  const { page, open } = await stage.member(cast.member)
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
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
})

it.each([
  ['the connection is lost', 'abort'],
  ['the server fails', 'fail'],
  ['the answer is lost on its way', 'swallow'],
] as const)('keeps a reply when %s, and sends it once when tried again', async (_, how) => {
  stage.expectProblem(/ERR_FAILED|500/)
  const { id } = await newThread(`Try again: ${how}`)
  const { page, open } = await stage.member(cast.member)
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
  await waiting.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Posted to the group').waitFor()
  await expect.poll(() => replies(page).filter({ hasText: 'It must not be lost' }).count()).toBe(1)
  expect(await stored(id)).toHaveLength(1)
})

it('keeps a reply that could not be sent through a reload', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('Through a reload')
  const { page, open } = await stage.member(cast.member)
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
  await waiting.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => stored(id)).toHaveLength(1)
})

it('starts a discussion, which opens over the feed and is announced to another (OP-CreateThread, ANALYTICS-post-created, VALID-thread-topic)', async () => {
  const { page, open } = await stage.member(cast.member)
  const other = await stage.member(cast.peer)
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
  const [thread] = await house.sql<{ author_id: number }>(
    `select author_id from threads where topic = 'Begun in a browser'`,
  )
  expect(thread!.author_id).toBe(helen)
})
