/** Staff work through the moderation queue; members report; for everyone else the page does not exist. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { DESKTOP, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = [await idOf(demoMembers.member), await idOf(demoMembers.peer)]
const waiting = { processed: false, approved: false }
// Approve what the demo data leaves waiting, so that only this test's items are in the queue.
await testServer.sql(
  'update messages set moderation_processed = true, moderation_approved = true where moderation_processed is false',
)
await testServer.sql('update threads set processed = true, approved = true where not processed')
await testServer.sql('select refresh_threads(array(select id from threads))')
await testServer.sql('delete from reports')

const stateOf = async (id: number) =>
  (
    await testServer.sql<{ moderation_processed: boolean; moderation_approved: boolean; parsed_body: string }>(
      'select moderation_processed, moderation_approved, parsed_body from messages where id = $1',
      [id],
    )
  )[0]
const post = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

it('is worked through with the keyboard: approve, edit, choose several, reject with a reason', async () => {
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'On the desk' })
  const say = (body: string) => insertMessage(testServer, { thread: id, sender: helen, body, ...waiting })
  const [first, second, third, fourth] = [
    await say('First words'),
    await say('Second words'),
    await say('Third words'),
    await say('Fourth words'),
  ]
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/queue', { live: true })
  await page.getByText('4 posts waiting').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText('3 posts wait').waitFor()
  await expect.poll(() => stateOf(first)).toMatchObject({ moderation_processed: true, moderation_approved: true })

  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Text' }).fill('Better words')
  await page.getByRole('button', { name: 'Approve with edits' }).click()
  await page.getByText('2 posts wait').waitFor()
  await expect
    .poll(() => stateOf(second))
    .toMatchObject({ moderation_approved: true, parsed_body: '<p>Better words</p>' })

  await post(page, 'Third words').getByRole('checkbox').check()
  await post(page, 'Fourth words').getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Reject 2' }).click()
  await page.getByRole('button', { name: 'Reject 2' }).click()
  await page.getByRole('alert').getByText('Enter a short reason').waitFor()
  await page.getByLabel('Reason (the author will see this)').fill('Both name a client.')
  await page.getByRole('button', { name: 'Reject 2' }).click()
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
  for (const each of [third, fourth])
    await expect.poll(() => stateOf(each)).toMatchObject({ moderation_processed: true, moderation_approved: false })

  await page.getByRole('link', { name: 'Staff log' }).click()
  await page.getByText('Both name a client.').first().waitFor()

  const author = await stage.member(demoMembers.member)
  await author.open(`/feed/${id}`)
  await author.page.getByText('Staff didn’t approve this. Only you can see it. Both name a client.').first().waitFor()
  const acts = author.page.getByRole('article').filter({ hasText: 'Third words' })
  await acts.getByRole('button', { name: 'Remove' }).waitFor()
  expect(await acts.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
})

it('is worked through by its own keys wherever one came from, and a key that is held decides once', async () => {
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'Held down' })
  const says = ['Read first', 'Not read yet', 'Nor this']
  const posts = await Promise.all(
    says.map((body) => insertMessage(testServer, { thread: id, sender: helen, body, ...waiting })),
  )
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/reports')
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Queue' }).click()
  await page.getByText('3 posts wait').waitFor()
  await page.keyboard.press('j')
  for (let held = 0; held < 5; held++) await page.keyboard.down('a')
  await page.keyboard.up('a')
  await page.getByText('2 posts wait').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText('1 post waiting').waitFor()
  const approved = (await Promise.all(posts.map(stateOf))).filter((each) => each?.moderation_approved)
  expect(approved).toHaveLength(2)
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'All caught up' }).waitFor()
})

it('follows what members write and colleagues take, without a reload', async () => {
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'Lively' })
  const { page, open, client } = await stage.member(demoMembers.staff)
  await open('/staff/queue', { live: true })
  const writer = await testServer.member(demoMembers.billing)
  const { ReplyToThread, ClaimModerationItem, EditMessage } = await import('#api/operations.ts')
  const { replyToThread: made } = await writer.ask(ReplyToThread, {
    thread_id: id,
    body: '<p>Just written</p>',
    idempotency_key: 'just-written',
  })
  await post(page, 'Just written').waitFor()
  await client.ask(ClaimModerationItem, { item_type: 'message', item_id: made.id })
  await post(page, 'Just written').getByText('You claimed this at').waitFor()
  await post(page, 'Just written').getByRole('button', { name: 'Release' }).click()
  await post(page, 'Just written').getByRole('button', { name: 'Claim' }).waitFor()

  await post(page, 'Just written').getByRole('button', { name: 'Edit' }).click()
  const words = { message_id: made.id, body: '<p>Said otherwise</p>', idempotency_key: 'said-otherwise' }
  await writer.ask(EditMessage, words)
  await post(page, 'Said otherwise').waitFor()
  await page.getByRole('button', { name: 'Approve with edits' }).click()
  await page.getByRole('alert').getByText('This was edited after you opened it.').waitFor()
  expect(await stateOf(made.id)).toMatchObject({ moderation_processed: false, parsed_body: words.body })
})

it('is not there for members, who report what should not stand here', async () => {
  stage.expectProblem(/404/)
  const { id } = await insertThread(testServer, { author: marcus, networks: [legal], topic: 'Too much said' })
  await insertMessage(testServer, { thread: id, sender: marcus, body: 'Our client Acme did it.' })
  const { page, open } = await stage.member(demoMembers.member, { ...DESKTOP, reducedMotion: 'reduce' })
  for (const path of ['/staff/queue', '/staff/reports', '/staff/audit']) {
    expect(await open(path)).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  }
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'More actions for Marcus Oyelaran’s reply' }).click()
  await page.getByRole('button', { name: 'Report to staff' }).click()
  await page.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByRole('alert').getByText('Choose a reason.').waitFor()
  await page.getByRole('radio', { name: 'Reveals confidential information' }).check()
  await page.getByLabel('What should staff know?').fill('Acme is named.')
  await expectAccessible(page, 'the report form')
  await page.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByRole('heading', { name: 'Sent to staff' }).waitFor()

  const staff = await stage.member(demoMembers.staff)
  await staff.open('/staff/reports')
  await staff.page.getByText('Acme is named.').waitFor()
  await staff.page.getByLabel('Reason for keeping or removing it (recorded)').fill('A client is named.')
  await staff.page.getByRole('button', { name: 'Remove', exact: true }).click()
  await staff.page.getByRole('heading', { name: 'No open reports' }).waitFor()
  await open(`/feed/${id}`)
  await page.getByText('No replies yet.').waitFor()
})

it.each(widthsToTry(1))('can be read and used by everyone on a %s', async (_, device) => {
  const { id } = await insertThread(testServer, {
    author: marcus,
    networks: [legal],
    topic: 'For everyone',
    ...waiting,
  })
  await insertMessage(testServer, {
    thread: id,
    sender: helen,
    body: 'An answer',
    readers: [helen, marcus],
    ...waiting,
  })
  const { page, open } = await stage.member(demoMembers.staff, { ...device, reducedMotion: 'reduce' })
  for (const path of ['/staff/queue', '/staff/reports', '/staff/audit']) {
    await open(path)
    await expectAccessible(page, path)
  }
  await open('/staff/queue')
  await post(page, 'An answer').first().getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason (the author will see this)').waitFor()
  await expectAccessible(page, 'a rejection')
})
