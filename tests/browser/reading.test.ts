import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = [await idOf(demoMembers.member), await idOf(demoMembers.peer)]
const newThread = (topic: string, author = marcus) => insertThread(testServer, { author, networks: [legal], topic })

it('agrees at once, takes it back, says who agrees, and records each once (ANALYTICS-upvote)', async () => {
  const { id } = await newThread('Members who agree')
  const reply = await insertMessage(testServer, { thread: id, sender: marcus, body: 'Ask for a cap.' })
  const { page, open } = await stage.member(demoMembers.billing, { reducedMotion: 'reduce' })
  await open(`/feed/${id}`)
  const message = page.locator(`#message-${reply}`)
  await message.getByRole('button', { name: 'Agree with Marcus Oyelaran', exact: true }).click()
  await message.getByRole('button', { name: '1 agree' }).click()
  const dialog = page.getByRole('dialog', { name: 'Members who agree' })
  await dialog.getByText('Grace Okafor').waitFor()
  await expectAccessible(page, 'who agrees')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await message.getByRole('button', { name: /^Disagree/ }).click()
  await message.getByRole('button', { name: '1 agree' }).waitFor({ state: 'detached' })
  await expect
    .poll(() => testServer.sql('select sentiment from likes where entity_id = $1', [reply]))
    .toEqual([{ sentiment: false }])
  await expect
    .poll(() =>
      testServer.sql(
        `select data ->> 'sentiment' as said from analytics_events where key = 'upvote' and (data ->> 'entity_id')::bigint = $1 order by occurred_at`,
        [reply],
      ),
    )
    .toEqual([{ said: 'true' }, { said: 'false' }])
})

it('takes an agreement back when the server refuses it, and says so', async () => {
  stage.expectProblem(/500|error/i)
  const { id } = await newThread('Refused')
  const reply = await insertMessage(testServer, { thread: id, sender: marcus })
  const { page, open } = await stage.member(demoMembers.billing)
  await page.route('**/api/graphql/LikeEntity', (route) =>
    route.fulfill({
      json: {
        data: null,
        errors: [{ message: 'It was removed meanwhile.', extensions: { code: 'discussions.like_not_found' } }],
      },
    }),
  )
  await open(`/feed/${id}`)
  const agree = page.locator(`#message-${reply}`).getByRole('button', { name: /^Agree/ })
  await agree.click()
  await page.getByText('It was removed meanwhile.').waitFor()
  await expect.poll(() => agree.getAttribute('aria-pressed')).toBe('false')
})

it('follows and hides from the menu of an entry, with a way back', async () => {
  const { id } = await newThread('Out of my sight')
  const { page, open } = await stage.member(demoMembers.billing, { reducedMotion: 'reduce' })
  await open('/feed')
  const more = page.getByRole('button', { name: 'More actions for Out of my sight' })
  await more.click()
  const menu = page.getByRole('menu', { name: 'More actions for Out of my sight' })
  await menu.getByRole('menuitem', { name: 'Follow', exact: true }).waitFor()
  await expectAccessible(page, 'menu of an entry')
  await menu.getByRole('menuitem', { name: 'Hide from my feed' }).click()
  const entry = page.getByRole('feed').getByRole('link', { name: 'Out of my sight', exact: true })
  await entry.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await entry.waitFor()
  await more.click()
  await menu.getByRole('menuitem', { name: 'Follow', exact: true }).click()
  await expect
    .poll(() => testServer.sql('select user_id from thread_follows where thread_id = $1', [id]))
    .toHaveLength(1)
})

it('searches and filters by the address, says how many there are, and clears', async () => {
  await newThread('Quittance letters')
  const { page, open } = await stage.member(demoMembers.billing, { reducedMotion: 'reduce' })
  await open('/feed')
  await page.getByRole('button', { name: /Filter/ }).click()
  await page.getByRole('searchbox', { name: 'Search discussions', exact: true }).fill('quittance')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '1 discussion' }).waitFor()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Most relevant' })
  await page.getByRole('checkbox', { name: 'Unanswered' }).check()
  await expect
    .poll(() => [...new URL(page.url()).searchParams.keys()].toSorted())
    .toEqual(['search', 'sort', 'unanswered'])
  await page.reload()
  await page.getByRole('status').filter({ hasText: '1 discussion' }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Unanswered' }).isChecked()).toBe(true)
  await expectAccessible(page, 'filters in use')
  await page.getByRole('checkbox', { name: 'Following' }).check()
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

it('marks all as read, and undoes it', async () => {
  await newThread('Not yet read')
  const { page, open } = await stage.member(demoMembers.groupAdmin)
  await open('/feed')
  const unread = page.getByRole('article', { name: 'Not yet read' }).getByText('New.')
  await unread.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'More actions for Not yet read' }).click()
  await page.getByRole('menuitem', { name: 'Mark all read' }).click()
  await unread.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await unread.waitFor({ state: 'attached' })
})

it('keeps headlines only for the member, on another device too', async () => {
  const browserSession = await stage.member(demoMembers.groupAdmin)
  await browserSession.open('/feed')
  await browserSession.page.getByRole('button', { name: 'Display settings' }).click()
  await browserSession.page.getByRole('menuitemradio', { name: 'Headlines only' }).click()
  await expect
    .poll(() =>
      testServer.sql('select feed_density from member_preferences where user_id = $1', [browserSession.client.id]),
    )
    .toEqual([{ feed_density: 'headlines' }])
  const other = await stage.member(demoMembers.groupAdmin, PHONE)
  await other.open('/feed')
  await expect.poll(() => other.page.evaluate(() => document.documentElement.dataset['density'])).toBe('headlines')
  await testServer.sql('delete from member_preferences')
})

it('shows what a member posted, answered and agreed with', async () => {
  const { id } = await newThread('Mine to find again', helen)
  const reply = await insertMessage(testServer, { thread: id, sender: marcus, body: 'A word to keep.' })
  await testServer.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) values ($1, 'message', $2, true)`,
    [helen, reply],
  )
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  await page.getByRole('heading', { level: 2, name: 'Mine to find again' }).waitFor()
  await expectAccessible(page, 'activity')
  await page.getByRole('link', { name: 'Upvotes' }).click()
  await page.getByText('A word to keep.').waitFor()
  expect(new URL(page.url()).search).toBe('?section=Upvotes')
  const current = page.getByRole('navigation', { name: 'Activity sections' }).locator('[aria-current]')
  await expect.poll(() => current.allTextContents()).toEqual(['Upvotes'])
  await page.getByRole('link', { name: 'Recommendations', exact: true }).last().click()
  await page.getByRole('list', { name: 'Recommendations' }).getByRole('listitem').first().waitFor()
  expect(new URL(page.url()).search).toBe('?section=Recommendations')
  await open('/profile/activity?section=Replies')
  await page.getByRole('list').first().waitFor()
})

it('notes what is related beside a thread and what is read now beside the feed', async () => {
  const { id } = await newThread('Sub-processor notice periods')
  await newThread('Sub-processor notice periods again')
  const { page, open } = await stage.member(demoMembers.billing, { viewport: { width: 1440, height: 900 } })
  await open(`/feed/${id}`)
  await page.mouse.move(300, 300)
  await page.getByRole('complementary').getByRole('link', { name: 'Sub-processor notice periods again' }).waitFor()
  await open('/feed')
  await page.mouse.move(300, 300)
  await page.getByRole('region', { name: 'Most discussed' }).waitFor()
})
