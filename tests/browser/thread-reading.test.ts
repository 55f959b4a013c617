import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'
import { replies } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus, camille] = [
  await idOf(demoMembers.member),
  await idOf(demoMembers.peer),
  await idOf(demoMembers.groupAdmin),
]

/** A thread with `count` replies that Helen has read, and `numOfNew` that she has not. */
async function readThread(count: number, numOfNew: number) {
  const { id, opening } = await insertThread(testServer, { author: camille, networks: [legal], topic: 'A long one' })
  const ids: number[] = []
  const say = async (n: number, when: string) => {
    const sender = n % 2 ? marcus : camille
    const message = await insertMessage(testServer, { thread: id, sender, parent: opening, body: `Reply ${n}.` })
    await testServer.sql(`update messages set pub_date = now() ${when} where id = $1`, [message])
    ids.push(message)
  }
  for (let n = 1; n <= count; n++) await say(n, `- interval '2 days' + interval '1 minute' * ${n}`)
  for (let n = count + 1; n <= count + numOfNew; n++) await say(n, `- interval '1 hour' + interval '1 minute' * ${n}`)
  await testServer.sql(
    `insert into viewer_threads (user_id, thread_id, viewed_at) values ($1, $2, now() - interval '1 day')
     on conflict (user_id, thread_id) do update set viewed_at = excluded.viewed_at`,
    [helen, id],
  )
  await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
  return { id, ids }
}

it('parts what is new from what was read, folds the middle that was read, and leads to the new by a button and a key', async () => {
  const { id, ids } = await readThread(30, 2)
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: /^Show 27 more replies/ }).waitFor()
  const shown = () => replies(page).locator('.t-reply').allTextContents()
  expect(await shown()).toEqual(['Reply 1.', 'Reply 2.', 'Reply 30.', 'Reply 31.', 'Reply 32.'])
  expect(await page.getByText('New since your last visit').count()).toBe(1)
  const isFocused = (n: number) =>
    page.locator(`#message-${ids[n - 1]}`).evaluate((element) => element === document.activeElement)
  await page.getByRole('button', { name: 'Go to 2 new replies' }).click()
  await expect.poll(() => isFocused(31)).toBe(true)
  await page.keyboard.press('n')
  await expect.poll(() => isFocused(32)).toBe(true)
  await expectAccessible(page, 'a thread with a folded middle')
  await page.getByRole('button', { name: /^Show 27 more replies/ }).click()
  await expect.poll(async () => (await shown()).length).toBe(32)
  await expect.poll(() => isFocused(3)).toBe(true)
})

it('shows the reply that a link leads to, and leaves the others folded', async () => {
  const { id, ids } = await readThread(40, 0)
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}#message-${ids[19]}`)
  const message = page.locator(`#message-${ids[19]}`)
  await message.getByText('Reply 20.').waitFor()
  await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByRole('button', { name: /^Show 17 more replies/ }).count()).toBe(2)
})

it('a first visit shows every reply, and marks those that most members agree with', async () => {
  const { id, ids } = await readThread(20, 0)
  await testServer.sql('update messages set num_of_likes = 4 where id = $1', [ids[9]])
  await testServer.sql('delete from viewer_threads where user_id = $1 and thread_id = $2', [helen, id])
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await expect.poll(() => replies(page).count()).toBe(20)
  expect(await page.getByText('Most agreed').count()).toBe(1)
  await replies(page).nth(9).getByText('Most agreed').waitFor()
  expect(await page.getByText('New since your last visit').count()).toBe(0)
})

it('on a phone a reply has one line of actions and the others in its menu, and the audience is one line until it is touched', async () => {
  const { id, ids } = await readThread(3, 0)
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open(`/feed/${id}`)
  const first = page.locator(`#message-${ids[0]}`)
  await first.scrollIntoViewIfNeeded()
  const acts = first.locator('[data-acts] button:visible')
  await expect.poll(() => acts.count()).toBe(3)
  const tops = await acts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await first.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disagree' }).click()
  await expect.poll(() => first.locator('[data-act=disagree]').getAttribute('aria-pressed')).toBe('true')

  const bar = page.getByRole('form', { name: 'Reply' })
  const isAtFoot = () => bar.evaluate((form) => Math.round(form.getBoundingClientRect().bottom) === innerHeight)
  expect(await isAtFoot()).toBe(true)
  expect(await page.getByRole('navigation', { name: 'Tabs' }).isVisible()).toBe(false)
  expect(await bar.getByText('To Camille only').isVisible()).toBe(false)
  await bar.getByRole('radio', { name: /To the group/ }).click()
  await bar.getByRole('radio', { name: /To Camille only/ }).click()
  await bar.getByText('Only you, Camille, and staff can read this').waitFor()
  expect(await bar.getByText('To the group', { exact: true }).isVisible()).toBe(false)
  await bar.getByRole('button', { name: 'Send to Camille' }).waitFor()
})

it('prints all that the member can read, with who can in the foot, and no private reply of others', async () => {
  const { id, ids } = await readThread(30, 0)
  await insertMessage(testServer, { thread: id, sender: marcus, parent: ids[0]!, body: 'To you.', readers: [helen] })
  await insertMessage(testServer, {
    thread: id,
    sender: marcus,
    parent: ids[0]!,
    body: 'To Camille.',
    readers: [camille],
  })
  const helenReads = await stage.member(demoMembers.member)
  const staffReads = await stage.member(demoMembers.staff)
  for (const { page, open } of [helenReads, staffReads]) {
    await page.addInitScript(() => (window.print = () => undefined))
    await open(`/feed/${id}`)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.emulateMedia({ media: 'print' })
  }
  const printed = helenReads.page.locator('[data-printed]')
  await expect.poll(() => printed.getByRole('article').count()).toBe(31)
  await printed.getByText('Private reply. Only you, Marcus, and staff can read this').waitFor()
  await printed.getByText(/^Confidential. [\d,]+ members? of Legal.* can read this/).waitFor()
  expect(await helenReads.page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  const byStaff = staffReads.page.locator('[data-printed]')
  await expect.poll(() => byStaff.getByRole('article').count()).toBe(30)
  expect(await byStaff.getByText('To Camille.').count()).toBe(0)
  await helenReads.page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => printed.count()).toBe(0)
})

it('shows at once what the feed knows of a thread that is still loading', async () => {
  const { id } = await insertThread(testServer, {
    author: camille,
    networks: [legal],
    topic: 'Known from the feed',
    body: 'What the feed says of it.',
  })
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed')
  const [isAsked, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/graphql/thread', async (route) => {
    isAsked.resolve()
    await isFree.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Known from the feed', exact: true }).click()
  await isAsked.promise
  await page.getByRole('heading', { level: 1, name: 'Known from the feed' }).waitFor()
  await page.getByRole('main').last().getByText('What the feed says of it.').waitFor()
  isFree.resolve()
  await page.getByRole('heading', { level: 2, name: '0 Group Replies' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(page.url()).toContain(`/feed/${id}`)
})
